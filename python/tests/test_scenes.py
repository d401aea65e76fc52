"""Scenes as objects, as numbers and as images."""
import pickle
import threading

import pytest

import g2l2
from conftest import example

numpy = pytest.importorskip("numpy")


def test_questions(shelf):
    model, scenes = shelf
    measured = model.evaluate(example("shelf", "test-questions.jsonl"), scenes=scenes)
    assert measured.examples == 200 and measured.accuracy > 0.9 and 0 <= measured.ece < 0.2
    assert scenes.names[0] == "shelf-1" and len(scenes) == 25
    one = scenes["shelf-1"]
    red = sum(thing["color"] == "red" for thing in one.objects)
    assert model.run("How many red things?", scenes=scenes, scene="shelf-1").text == str(red)
    assert model.run("How many red things?", one).text == str(red)
    assert model.run("How many red things?", list(one.objects)).text == str(red)
    asked = model.run("How many red things?")
    assert not asked and asked.status == "no scene"
    assert "<svg" in one._repr_svg_()
    why = model.explain("How many red things?", scenes=scenes, scene=0)
    assert why.trace["result"] == str(red) and len(why.trace["scene"]["objects"]) == len(one)
    for alone in (3, "shelf-1"):
        with pytest.raises(TypeError, match=f"a list of objects.*{alone!r} needs scenes= that it is one of"):
            model.run("how many red things?", alone)
    with pytest.raises(IndexError):
        scenes[25]
    with pytest.raises(LookupError):
        scenes["none"]
    assert pickle.loads(pickle.dumps(scenes))[0] == one


def test_features_without_a_copy(shelf):
    model, scenes = shelf
    view = scenes.features(0, model)
    array = numpy.asarray(view)
    assert array.shape == (len(scenes[0]), model.n_features) and array.dtype == numpy.float32
    assert not array.flags.owndata and not array.flags.writeable
    assert numpy.shares_memory(array, numpy.asarray(scenes.features(0, model)))
    asked = "How many red things?"
    wanted = model.run(asked, scenes=scenes, scene=0)
    assert model.run(asked, array) == wanted
    assert model.run(asked, array.astype("float64")) == wanted
    with pytest.raises(ValueError, match="float32"):
        model.run(asked, memoryview(b"none"))
    with pytest.raises(ValueError):
        model.run(asked, array[:, :3])
    del scenes, view  # the numbers outlive what they came from
    assert numpy.isfinite(array).all()


def test_vectors(shelf):
    model, _ = shelf
    red = next(vector for vector in model.vectors if vector.word == "red")
    values = numpy.asarray(red.values)
    assert values.dtype == numpy.float64 and values.shape == (model.n_features + 1,)
    assert not values.flags.owndata
    book = next(concept for concept in model.concepts() if concept.word == "book")
    assert "books" in book.synonyms


def test_learn_from_arrays():
    """Objects that are vectors: of two numbers, the first says how red something is."""
    rng = numpy.random.default_rng(0)
    rows = []
    for i in range(120):
        red = rng.random(rng.integers(1, 5)) < 0.5
        features = numpy.stack([red, ~red], 1).astype("float32") + rng.normal(0, 0.05, (len(red), 2))
        word, n = (("red", red.sum()), ("blue", (~red).sum()), ("things", len(red)))[i % 3]
        rows.append((f"how many {word}?" if word == "things" else f"how many {word} things?", n, features))
    model = g2l2.Model.train(rows, seed=1)
    assert model.domain.name == "visual" and model.n_features == 2
    scene = numpy.array([[1, 0], [0, 1], [1, 0]], "float32")
    assert model.run("how many red things?", scene).text == "2"
    assert model.evaluate(rows).accuracy > 0.95


def test_say_objects(shelf):
    model, scenes = shelf
    assert [one.text for one in model.say(scenes=scenes, scene=3, object=0)] == ["the red book"]
    (plate,) = model.say(scenes=scenes, scene=3, object=[1])
    assert model.run(f"how many {plate}?", scenes=scenes, scene=3).text == "1"
    assert model.say(scenes=scenes, scene=0, object=1) == []  # two are alike
    with pytest.raises(ValueError, match="no object 99"):
        model.say(scenes=scenes, scene=3, object=98)
    with pytest.raises(ValueError, match="scene is needed"):
        model.say(object=0)


def test_threads_share_scenes(shelf):
    model, scenes = shelf
    fresh, said = g2l2.Scenes(example("shelf", "test-scenes.jsonl")), []
    wanted = [model.run("how many books?", scenes=scenes, scene=i).text for i in range(25)]

    def ask():
        said.append([model.run("how many books?", scenes=fresh, scene=i).text for i in range(25)])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [wanted] * 4


def test_images(tmp_path):
    pixels = numpy.zeros((4, 6, 3), "uint8")
    pixels[1, 2] = (250, 10, 20)
    image = g2l2.Image.from_array(pixels)
    seen = numpy.asarray(image)
    assert (seen == pixels).all() and not seen.flags.owndata
    seen[0, 0, 1] = 77
    assert image.pixels[0, 0, 1] == 77
    image.write(tmp_path / "a.png")
    assert (numpy.asarray(g2l2.Image.read(tmp_path / "a.png")) == seen).all()
    assert (numpy.asarray(g2l2.Image.read(image._repr_png_())) == seen).all()
    held = g2l2.Scenes.from_images(image, image._repr_png_(), tmp_path / "a.png")
    assert len(held) == 3 and (numpy.asarray(held.image(0)) == seen).all()
    with pytest.raises(ValueError):
        g2l2.Image.read(b"no image")
    with pytest.raises(ValueError, match="shape"):
        g2l2.Image.from_array(pixels[0])
    boxes = g2l2.Detector().find(g2l2.Image.from_array(numpy.zeros((32, 48, 3), "uint8")))
    assert all(0 <= box.x0 < box.x1 <= 48 and 0 <= box.score <= 1 for box in boxes)


def test_boxes():
    scenes = g2l2.Scenes([[{"bbox": [1, 2, 3, 4]}], [{"color": "red"}]])
    assert numpy.asarray(scenes.boxes(0)).tolist() == [[1, 2, 3, 4]]
    assert scenes.boxes(1) is None


def test_a_model_of_a_table_answers_about_it():
    people = {"name": ["Ann", "Bob", "Cid"], "city": ["Rome", "Oslo", "Rome"], "age": [31, 45, 28]}
    asked = [("who is in Oslo?", "Bob"), ("what is the age of Ann?", 31), ("who is the youngest?", "Cid")]
    model = g2l2.Model.train(asked, tables={"people": people})
    again = pickle.loads(pickle.dumps(model))
    for one in (model, again, model.copy()):
        assert str(one.run("what is the age of Bob?")) == "45"
    assert model.evaluate(asked).accuracy == 1
    others = g2l2.Scenes.from_tables(people={"name": ["Dee"], "city": ["Bonn"], "age": [7]})
    assert str(model.run("what is the age of Dee?", scenes=others)) == "7"
    learner = g2l2.Learner(tables={"people": people}).fit(*zip(*asked))
    assert learner.predict(["what is the age of Cid?"]) in ([28], ["28"])
