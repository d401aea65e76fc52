/* starts - lessons to begin with: each small enough to read, and leaves something to find out. */
"use strict";
(function (g2l2) {
    const lines = (all) => all.trim().split("\n").map((line) => {
        const [sentence, result] = line.split("=>");
        return { sentence: sentence.trim(), result: result.trim() };
    });

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
