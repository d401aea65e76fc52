/* starts - lessons to begin with: each small enough to read, and leaves something to find out. */
"use strict";
(function (g2l2) {
    const lines = (all) => all.trim().split("\n").map((line) => {
        const [sentence, result] = line.split("=>");
        return { sentence: sentence.trim(), result: result.trim() };
    });

    /* Each line begins with the number of its scene. */
    const about = (scenes, all) => lines(all).map(({ sentence, result }) => {
        const [number, ...words] = sentence.split(" ");
        return { sentence: words.join(" "), result, scene: scenes[number - 1].id };
    });

    const scene = (all, i) => ({
        id: `scene-${i + 1}`, also: [],
        objects: all.split(", ").map((o) => o.split(" ")).map(([color, shape, x, y]) => ({ color, shape, x: Number(x), y: Number(y) })),
    });

    const shapes = [
        "red circle 1 3, blue square 4 1, green triangle 6 4",
        "blue circle 2 2, green circle 5 4, red square 7 1",
        "green square 1 4, red triangle 3 1, blue triangle 6 3, red circle 8 2",
        "blue square 2 1, red square 4 4, green circle 7 3",
    ].map(scene);

    g2l2.starts = [
        {
            title: "Five lines", name: "moves", ask: "run and jump twice", lines: lines(`
walk => WALK
walk twice => WALK WALK
run and walk => RUN WALK
jump twice => JUMP JUMP
walk and run twice => WALK RUN RUN`),
        },
        {
            title: "Home", name: "home", ask: "turn off the fan in the kitchen", lines: lines(`
turn on the lamp => {"do": "on", "what": "lamp"}
turn off the lamp => {"do": "off", "what": "lamp"}
turn on the fan => {"do": "on", "what": "fan"}
switch off the fan please => {"do": "off", "what": "fan"}
turn on the lamp in the kitchen => {"do": "on", "what": "lamp", "where": "kitchen"}
turn off the heating in the bath room => {"do": "off", "what": "heating", "where": "bathroom"}
set the heating to 21 degrees => {"do": "set", "what": "heating", "degrees": 21}
set the heating in the kitchen to 19 degrees => {"do": "set", "what": "heating", "where": "kitchen", "degrees": 19}
switch on the fan in the bath room => {"do": "on", "what": "fan", "where": "bathroom"}
please switch off the lamp in the kitchen => {"do": "off", "what": "lamp", "where": "kitchen"}`),
        },
        {
            title: "Robot", name: "robot", ask: "pick up the ball then go to the kitchen and drop it", lines: lines(`
go to the kitchen => GOTO(kitchen)
go to the garage => GOTO(garage)
pick up the cup => PICK(cup)
pick up the ball => PICK(ball)
go to the kitchen and pick up the ball => GOTO(kitchen) PICK(ball)
drop it => DROP
pick up the cup then go to the garage => PICK(cup) GOTO(garage)
go to the kitchen and pick up the cup then drop it => GOTO(kitchen) PICK(cup) DROP`),
        },
        {
            title: "SCAN", name: "scan", ask: "look around right and run opposite left twice", lines: lines(`
walk => WALK
walk twice => WALK WALK
look and walk => LOOK WALK
look left => LTURN LOOK
run twice => RUN RUN
run opposite left => LTURN LTURN RUN
walk around left => LTURN WALK LTURN WALK LTURN WALK LTURN WALK
look thrice and run right => LOOK LOOK LOOK RTURN RUN
walk after run twice => RUN RUN WALK
turn left => LTURN
look and run twice => LOOK RUN RUN`),
        },
        {
            title: "Shapes", name: "shapes", ask: "what color is the rightmost square?", scenes: shapes, scene: 3,
            lines: about(shapes, `
1 is there a red circle? => yes
1 is there a blue circle? => no
1 what color is the square? => blue
1 what shape is the green thing? => triangle
1 how many things are there? => 3
2 how many circles are there? => 2
2 how many red circles are there? => 0
2 what color is the square? => red
2 is there a triangle? => no
1 is there a square? => yes
2 what shape is the red thing? => square
3 how many triangles are there? => 2
3 how many blue triangles are there? => 1
3 how many red things are there? => 2
3 what color is the leftmost thing? => green
3 what shape is the leftmost thing? => square
1 what color is the leftmost thing? => red
4 how many squares are there? => 2
4 how many red squares are there? => 1
4 is there a blue square? => yes
4 what shape is the rightmost thing? => circle
2 what color is the rightmost thing? => red
4 what color is the leftmost square? => blue
3 what color is the leftmost triangle? => red
1 what color is the rightmost thing? => green
3 what color is the rightmost triangle? => blue
2 what color is the leftmost circle? => blue
3 what shape is the rightmost thing? => circle`),
        },
        {
            title: "A table", name: "people", ask: "what is the city of the oldest?",
            table: {
                name: "people.csv",
                text: "name,city,age\nAnn,Rome,31\nBob,Oslo,45\nCid,Rome,28\nDee,Oslo,52\nEli,Kyiv,39\n",
            },
            lines: lines(`
who is in Oslo? => Bob, Dee
how many people are in Rome? => 2
what is the age of Ann? => 31
what is the city of Bob? => Oslo
who is the oldest? => Dee
who is the youngest? => Cid
what is the age of the oldest? => 52`),
        },
    ];
})(window.g2l2);
