/* Scenes on the command line: files for many questions, FILE[:INDEX] for one scene. */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <zlib.h>

#include "cli/cli.h"

const char *cli_given(int argc, char **argv, const char *const *names) {
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
        for (const char *const *name = names; *name; name++) {
            size_t n = strlen(*name);
            if (!strncmp(argv[i], *name, n) && (!argv[i][n] || argv[i][n] == '=')) return *name;
        }
    return NULL;
}

struct cli_tables cli_find_tables(int argc, char **argv) {
    struct cli_tables out = {.n = 0};
    for (int i = 1; i < argc && strcmp(argv[i], "--") && out.n < CLI_MAX_TABLES; i++) {
        if (!strncmp(argv[i], "--table=", 8)) out.at[out.n++] = argv[i] + 8;
        else if (!strcmp(argv[i], "--table") && i + 1 < argc) out.at[out.n++] = argv[++i];
    }
    return out;
}

#define HEAD 65536 /* bytes of a file that are looked at */

/* The first object, if that ends within what is looked at; else a name in it will do. */
static bool asks(const char *head, bool whole) {
    head += strspn(head, " \t\r\n\xEF\xBB\xBF");
    if (*head != '{') return !strncasecmp(head, "question,", 9);
    json_t *row = json_loads(head, JSON_DISABLE_EOF_CHECK, NULL);
    bool found = whole || row
                     ? json_object_get(row, "question") || json_object_get(row, "questions")
                     : strstr(head, "\"questions\"") != NULL;
    json_decref(row);
    return found;
}

bool cli_has_questions(const char *path) {
    char *head = calloc(1, HEAD + 1);
    gzFile file = strcmp(path, "-") ? gzopen(path, "rb") : NULL;
    if (!head || (!file && errno == ENOMEM)) cli_no_memory();
    int n = file ? gzread(file, head, HEAD) : 0;
    bool found = n > 0 && asks(head, n < HEAD);
    if (file) gzclose(file);
    free(head);
    return found;
}

int cli_read_questions(const char *scene_file, const char *question_file, const g2l2_limits *limits,
                       g2l2_scenes **scenes, g2l2_dataset **data) {
    return cli_read_tables(&(struct cli_tables){.n = 0}, scene_file, question_file, limits, scenes,
                           data);
}

int cli_read_tables(const struct cli_tables *tables, const char *scene_file,
                    const char *question_file, const g2l2_limits *limits, g2l2_scenes **scenes,
                    g2l2_dataset **data) {
    g2l2_error err;
    if (g2l2_scenes_new(scenes, &err) || g2l2_dataset_new(data, &err) ||
        (tables->n && g2l2_scenes_read_tables(*scenes, tables->at, tables->n, limits, &err)) ||
        (scene_file && g2l2_scenes_read(*scenes, scene_file, limits, &err)) ||
        g2l2_dataset_read_questions(*data, question_file, *scenes, limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

int cli_read_image_questions(const char *images, const char *scene_file, const char *question_file,
                             const g2l2_limits *limits, g2l2_scenes **scenes, g2l2_dataset **data) {
    g2l2_error err;
    if (g2l2_scenes_new(scenes, &err) || g2l2_dataset_new(data, &err) ||
        (scene_file ? g2l2_scenes_read(*scenes, scene_file, limits, &err)
                    : g2l2_scenes_list_images(*scenes, images, &err)) ||
        g2l2_dataset_read_questions(*data, question_file, *scenes, limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

int cli_open_image(const struct command *command, const g2l2_model *model, const char *path,
                   g2l2_scenes **out) {
    g2l2_error err;
    const g2l2_domain *domain = g2l2_model_domain(model);
    *out = NULL;
    if (!g2l2_domain_has_scenes(domain))
        return cli_usage(command, "--image is not for the domain '%s', which has no scenes",
                         g2l2_domain_name(domain));
    if (g2l2_scenes_new(out, &err) || g2l2_scenes_add_image(*out, path, &err) ||
        g2l2_scenes_look_for(*out, NULL, model, NULL, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

bool cli_split_scene(const char *text, char **path, size_t *index) {
    const char *colon = strrchr(text, ':');
    *index = 0;
    bool whole = !colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
                 strlen(colon + 1) > 12 || access(text, F_OK) == 0;
    if (!whole) *index = strtoull(colon + 1, NULL, 10);
    *path = strndup(text, whole ? strlen(text) : (size_t)(colon - text));
    return *path;
}

static int read_scene(const g2l2_model *model, const char *path, const g2l2_limits *limits,
                      size_t index, size_t most, g2l2_scenes **out) {
    g2l2_error err;
    if (g2l2_scenes_new(out, &err) || g2l2_scenes_read_first(*out, path, most, limits, &err))
        return cli_fail(&err);
    size_t n = g2l2_scenes_count(*out);
    if (index >= n) {
        cli_put(stderr, "g2l2: %s: there is no scene %zu; it has %zu, the first is 0\n", path,
                index, n);
        return EXIT_ERROR;
    }
    return g2l2_scenes_encode_for(*out, model, &err) ? cli_fail(&err) : EXIT_OK;
}

int cli_open_scene(const struct command *command, const g2l2_model *model, const char *text,
                   const g2l2_limits *limits, bool others, g2l2_scenes **out, size_t *index) {
    const g2l2_domain *domain = g2l2_model_domain(model);
    bool wanted = g2l2_domain_has_scenes(domain);
    char *path;
    *out = NULL;
    if (text && !wanted)
        return cli_usage(command, "--scene is not for the domain '%s', which has no scenes",
                         g2l2_domain_name(domain));
    if (!text && wanted)
        return cli_usage(command,
                         "the questions are about a scene: --scene FILE[:INDEX] is needed");
    if (!text) return EXIT_OK;
    if (!cli_split_scene(text, &path, index)) return EXIT_ERROR;
    int status = read_scene(model, path, limits, *index, others ? SIZE_MAX : *index + 1, out);
    free(path);
    return status;
}

int cli_open_tables(const struct command *command, const g2l2_model *model,
                    const struct cli_tables *tables, const char *text, const g2l2_limits *limits,
                    g2l2_scenes **out, size_t *index) {
    g2l2_error err;
    *index = 0;
    if (!tables->n) return cli_open_scene(command, model, text, limits, false, out, index);
    *out = NULL;
    if (text) return cli_usage(command, "--table and --scene cannot both be given");
    if (!g2l2_domain_has_scenes(g2l2_model_domain(model)))
        return cli_usage(command, "--table is not for the domain '%s', which has no scenes",
                         g2l2_domain_name(g2l2_model_domain(model)));
    if (g2l2_scenes_new(out, &err) ||
        g2l2_scenes_read_tables(*out, tables->at, tables->n, limits, &err) ||
        g2l2_scenes_encode_for(*out, model, &err))
        return cli_fail(&err);
    return EXIT_OK;
}
