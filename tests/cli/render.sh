# g2l2 render and data clevr --images: the files, seeds and threads, what the scenes say of the
# images; and what it refuses.
. "$(dirname "$0")/helpers"

begin 'scenes, questions and images in one step'
run 0 "$G2L2" data clevr --images --scenes 2 --questions 20 -o set
quiet
json set/scenes.json info scenes
expect test "$(ls set/images | tr '\n' ' ')" = 'CLEVR_train_000000.png CLEVR_train_000001.png '
expect test "$(ls set/masks | tr '\n' ' ')" = 'CLEVR_train_000000.png CLEVR_train_000001.png '
expect test "$(grep -c '"bbox":.*"camera":.*"lights":' set/scenes.json)" = 2
end

begin 'the same scenes and questions, to be drawn later'
run 0 "$G2L2" data clevr --views --scenes 2 --questions 20 -o seen
for file in scenes.json questions.json; do expect cmp "set/$file" "seen/$file"; done
expect test ! -e seen/images
end

begin 'the same images from the scenes alone, by any number of threads'
run 0 "$G2L2" render set/scenes.json -o again --threads 2
says "$out" 'drew 2 images of '
says "$out" 'wrote again/images, again/masks and again/scenes.json'
for file in images/CLEVR_train_000000.png images/CLEVR_train_000001.png masks/CLEVR_train_000001.png; do
    expect cmp "set/$file" "again/$file"
done
run 0 "$G2L2" render again/scenes.json -o third --threads 1 --quiet
quiet
expect cmp again/scenes.json third/scenes.json
end

begin 'scenes without camera and lights'
printf '%s\n' '{"objects": [{"size": "large", "color": "red", "material": "metal", "shape": "cube", "3d_coords": [0, 0, 0.7], "rotation": 30}], "mine": [1]}' > one.json
run 0 "$G2L2" render one.json -o one --width 60 --json
says "$out" '{"images": 1, "objects": 1, "hidden": 0, "cpu_seconds": '
expect test -f one/images/scene_000000.png
says one/scenes.json '"mine":[1]'
run 0 "$G2L2" render one.json -o other --width 60 --seed 1 --quiet
expect test "$(cksum < one/images/scene_000000.png)" != "$(cksum < other/images/scene_000000.png)"
gzip one.json
run 0 "$G2L2" render one.json.gz -o packed --width 60 --quiet
expect cmp one/images/scene_000000.png packed/images/scene_000000.png
end

refuses() { # STATUS WORDS ARGUMENTS...
    status=$1 words=$2
    shift 2
    run "$status" "$G2L2" render "$@"
    says "$err" "$words"
    lines "$err" 1
}
object() { # FIELDS
    printf '{"objects": [{"size": "large", "color": "red", "material": "metal", "shape": "cube"%s}]%s}\n' "$1" "$2"
}
begin 'what it refuses'
refuses 2 'one file of scenes is needed'
refuses 2 '-o DIR is needed' a.json
refuses 2 '--width and --height must be 16 to 4096' a.json -o d --width 8
refuses 2 '--threads must be 1 to 64' a.json -o d --threads 0
refuses 1 'no.json: cannot open' no.json -o d
refuses 1 'is a directory' set -o d
printf '{"scenes": [' > cut.json
refuses 1 'cut.json:1:12: ' cut.json -o d
printf '' > empty.json
refuses 1 'empty.json: has no scenes' empty.json -o d
printf '[]\n\n3\n' > three.json
refuses 1 'three.json:3:1: ' three.json -o d
object '' > at.json
refuses 1 'at.json: scene 0: object 0 needs "3d_coords"' at.json -o d
object ', "3d_coords": [0, 0, 1e9]' > far.json
refuses 1 'far.json: scene 0: object 0 needs "3d_coords"' far.json -o d
object ', "3d_coords": [0, 0, 0.7]' ', "camera": {"location": [0, 0, -1]}' > below.json
refuses 1 'below.json: scene 0: "camera" needs a "location"' below.json -o d
object ', "3d_coords": [0, 0, 0.7]' ', "lights": {}' > dark.json
refuses 1 'dark.json: scene 0: "lights" needs "Lamp_Key"' dark.json -o d
object ', "3d_coords": [0, 0, 0.7]' ', "image_filename": "../a.png"' > name.json
refuses 1 'must be a name like a.png' name.json -o d
object ', "3d_coords": [0, 0, 0.7]' ', "image_filename": "a.png"' > twice.json
cat twice.json twice.json > two.json
refuses 1 "two scenes have the image_filename 'a.png'" two.json -o d
expect test ! -e d
run 1 "$G2L2" render twice.json -o /dev/null/d
says "$err" '/dev/null/d: cannot make the folder'
end
