/* The module: functions of all the files, and the type of numbers. */
#include "native.h"

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "g2l2._native",
                                 "The C library's functions; see the package g2l2.",
                                 -1,
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL};

static int fill(PyObject *module) {
    PyMethodDef *const topics[] = {native_domains, native_data,     native_images,
                                   native_models,  native_learning, native_sentences};
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (PyModule_AddFunctions(module, topics[i])) return -1;
    PyObject *numbers = native_numbers_type();
    if (!numbers || PyModule_AddStringConstant(module, "version", G2L2_VERSION)) return -1;
    return PyModule_AddObjectRef(module, "Numbers", numbers);
}

PyMODINIT_FUNC PyInit__native(void);
PyMODINIT_FUNC PyInit__native(void) {
    PyObject *out = PyModule_Create(&definition);
    if (out && fill(out)) Py_CLEAR(out);
    return out;
}
