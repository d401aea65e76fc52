# The ladder of grammars: languages that `nav` alone cannot explain, learned without a definition.
. "$(dirname "$0")/helpers"

learn() { # NAME, pairs on standard input
    tr '>' '\t' | sed 's/ *\t */\t/' > "$1.tsv"
    run 0 "$G2L2" train nav "$1.tsv" -o "$1.g2l2" --log none
    says "$out" "$(wc -l < "$1.tsv") of $(wc -l < "$1.tsv") examples explained"
}

means() { # MODEL COMMAND MEANING
    run 0 "$G2L2" run "$1.g2l2" "$2"
    is "$out" "$3
"
}

begin 'ladder: a connective that binds tighter than another'
learn tight << 'END'
a > A
b > B
c > C
a and b > A B
c and a > C A
a or b > B A
b or c > C B
a or b and c > B C A
a and b or c > C A B
c or a and b > A B C
a and b or c and a > C A A B
b and c or a > A B C
END
means tight 'c and b or a and c' 'A C C B'
means tight 'b or c and a' 'C A B'
end

begin 'ladder: two phrases side by side, and a modifier of all that came before'
learn side << 'END'
a > A
b > B
c > C
a b > A B
c a b > C A B
a again > A A
b again > B B
a b again > A B A B
b c a again > B C A B C A
c b twin > C B B
b twin > B B
END
means side 'b a c again' 'B A C B A C'
means side 'a c b' 'A C B'
end

# "jump twenty one times": N copies, and numbers that were not seen together.
begin 'ladder: numbers of two words'
awk 'BEGIN { split("jump walk run", v); split("J W R", a); split("two three five six seven", o); split("2 3 5 6 7", m)
    split("twenty thirty", t); k = 0
    for (i = 1; i <= 3; i++) {
        print v[i] " > " a[i]
        for (j = 1; j <= 5; j++) say(v[i], a[i], o[j], m[j])
        for (j = 1; j <= 2; j++) say(v[i], a[i], t[j], 10 + 10 * j)
        for (j = 1; j <= 10; j++) if ((i + j) % 3 && j != 8) {
            x = 1 + j % 2; y = 1 + j % 5; say(v[i], a[i], t[x] " " o[y], 10 + 10 * x + m[y]) } } }
    function say(verb, action, words, n,  s, c) {
        for (c = 0; c < n; c++) s = s (c ? " " : "") action
        print verb " " words " times > " s }' | learn numbers
means numbers 'walk twenty six times' "$(yes W | head -26 | xargs)"
means numbers 'jump thirty five times' "$(yes J | head -35 | xargs)"
end

begin 'ladder: commands done backwards, and a word about a whole clause'
learn back << 'END'
jump > J
walk > W
run > R
jump left > L J
walk left > L W
run left > L R
jump and walk > J W
walk left and run > L W R
run and jump left > R L J
reverse jump left > J L
reverse walk left > W L
reverse jump and walk > W J
reverse run and jump left > J L R
reverse walk left and jump > J W L
again jump and run > J R J R
again walk > W W
again run left and walk > L R W L R W
END
means back 'reverse run left and walk' 'W R L'
means back 'again walk and jump left' 'W L J W L J'
end

begin 'ladder: actions with arguments, each verb with each noun'
learn bring << 'END'
stop > STOP
bring the cup to the desk > BRING(cup,desk)
bring the book to the kitchen > BRING(book,kitchen)
bring the pen to the hall > BRING(pen,hall)
go to the kitchen > GOTO(kitchen)
go to the desk > GOTO(desk)
go to the hall > GOTO(hall)
take the cup > TAKE(cup)
take the book > TAKE(book)
please take the pen > TAKE(pen)
please stop > STOP
turn the lamp in the hall on > ON(lamp,hall)
turn the lamp in the kitchen off > OFF(lamp,kitchen)
turn the radio in the hall off > OFF(radio,hall)
turn the radio in the bedroom on > ON(radio,bedroom)
go to the bedroom and stop > GOTO(bedroom) STOP
take the cup and go to the hall > TAKE(cup) GOTO(hall)
END
means bring 'go to the cup' 'GOTO(cup)'
means bring 'bring the radio to the bedroom' 'BRING(radio,bedroom)'
means bring 'turn the lamp in the bedroom off and stop' 'OFF(lamp,bedroom) STOP'
end

# Nobody said anything but `off` of the heater: it is a heater all the same.
begin 'ladder: nouns joined by a word that also joins clauses; a verb on either side of its noun'
learn robot < "$project/examples/robot/english.train.tsv"
means robot 'bring the cup and the book and the ball to the hall and the study' \
    'BRING(cup,hall) BRING(cup,study) BRING(book,hall) BRING(book,study) BRING(ball,hall) BRING(ball,study)'
means robot 'switch the fan and the heater on and wait' 'ON(fan) ON(heater) WAIT'
end

begin 'ladder: words that mean an action with its argument, and the others do not'
(cat "$project/examples/robot/english.train.tsv"
printf '%s\t%s\n' vacuum 'CLEAN(floor)' 'vacuum then wait' 'CLEAN(floor) WAIT' \
    'wait then vacuum' 'WAIT CLEAN(floor)' 'fetch the cup' 'BRING(cup,hall)' \
    'fetch the book' 'BRING(book,hall)' 'please fetch the key' 'BRING(key,hall)') | learn whole
means whole 'vacuum and fetch the plate' 'CLEAN(floor) BRING(plate,hall)'
means whole 'switch on the heater' 'ON(heater)'
end

begin 'ladder: verbs that mean several actions, done to one thing or to two'
learn errands << 'END'
fetch the cup > GOTO(cup) GRASP(cup)
fetch the book > GOTO(book) GRASP(book)
bring the cup to the desk > GOTO(cup) GRASP(cup) GOTO(desk) RELEASE(cup)
bring the ball to the shelf > GOTO(ball) GRASP(ball) GOTO(shelf) RELEASE(ball)
carry the book to the table > GOTO(book) GRASP(book) GOTO(table) RELEASE(book)
look at the ball > LOOK(ball)
look at the desk > LOOK(desk)
look around > SCAN
sit down > SIT
stand up > STAND
sit down and look around > SIT SCAN
stand up and fetch the ball > STAND GOTO(ball) GRASP(ball)
drop the cup > RELEASE(cup)
drop the book > RELEASE(book)
look at the cup twice > LOOK(cup) LOOK(cup)
fetch the key quickly > GOTO(key) GRASP(key)
END
means errands 'fetch the ball' 'GOTO(ball) GRASP(ball)'
means errands 'Bring the book to the desk, and look around.' \
    'GOTO(book) GRASP(book) GOTO(desk) RELEASE(book) SCAN'
means errands 'carry the key to the shelf' 'GOTO(key) GRASP(key) GOTO(shelf) RELEASE(key)'
end

begin 'ladder: of a few examples each counts, though it be the only one of its kind; blanks in calls'
learn game << 'END'
pick up the lamp > TAKE(lamp)
drop the lamp > DROP(lamp)
drop the sword and the key > DROP(sword) DROP(key)
take the key > TAKE(key)
take the sword > TAKE(sword)
go north > MOVE(north)
go north and go south > MOVE(north) MOVE(south)
go south twice > MOVE(south) MOVE(south)
open the door > OPEN(door)
open the chest > OPEN(chest)
open the chest with the key > OPEN(chest, key)
unlock the door with the key > UNLOCK(door, key)
hit the troll with the sword > HIT(troll, sword)
hit the door with the lamp > HIT( door, lamp )
take the lamp and go north > TAKE(lamp) MOVE(north)
duck > DUCK
take the chest > TAKE(chest)
feed the duck > FEED(duck)
feed the troll > FEED(troll)
duck twice > DUCK DUCK
END
means game 'open the door with the sword' 'OPEN(door,sword)'
means game 'take the chest and the lamp' 'TAKE(chest) TAKE(lamp)'
means game 'unlock the chest with the lamp and go south' 'UNLOCK(chest,lamp) MOVE(south)'
end

begin 'ladder: a connective that binds tighter than another, of actions with arguments'
learn dishes << 'END'
wash the bowl > WASH(bowl)
wash the fork > WASH(fork)
dry the bowl > DRY(bowl)
dry the spoon > DRY(spoon)
stop > STOP
wash the bowl and dry the fork > WASH(bowl) DRY(fork)
wash the fork or stop > STOP WASH(fork)
wash the bowl and stop or dry the spoon > DRY(spoon) WASH(bowl) STOP
stop or dry the bowl and wash the spoon > DRY(bowl) WASH(spoon) STOP
dry the spoon or wash the fork and stop > WASH(fork) STOP DRY(spoon)
dry the fork twice > DRY(fork) DRY(fork)
END
means dishes 'stop or wash the fork and dry the bowl' 'WASH(fork) DRY(bowl) STOP'
means dishes 'dry the fork and stop or stop' 'STOP DRY(fork) STOP'
end

begin 'ladder: two words that mean something else together, and one that has several meanings'
learn idioms << 'END'
duck > DUCK
duck now > DUCK
feed the duck > FEED(duck)
feed the horse > FEED(horse)
feed the cat > FEED(cat)
find the duck > FIND(duck)
find the horse > FIND(horse)
turn left > TURN(left)
turn right > TURN(right)
turn left now > TURN(left)
who left > ASK_LEFT
find who left > ASK_LEFT
pick the apple > CHOOSE(apple)
pick the coin > CHOOSE(coin)
pick the sword > CHOOSE(sword)
pick up the apple > TAKE(apple)
pick up the sword > TAKE(sword)
look up the coin > LOOKUP(coin)
look up the sword > LOOKUP(sword)
look up the apple > LOOKUP(apple)
look > LOOK
pick up the coin and feed the cat > TAKE(coin) FEED(cat)
feed the horse and turn right > FEED(horse) TURN(right)
find the cat and duck > FIND(cat) DUCK
feed the cat and the horse > FEED(cat) FEED(horse)
feed the duck and the cat > FEED(duck) FEED(cat)
find the horse and the duck > FIND(horse) FIND(duck)
END
means idioms 'pick up the duck' 'TAKE(duck)'
means idioms 'pick the horse and turn right' 'CHOOSE(horse) TURN(right)'
means idioms 'look up the cat' 'LOOKUP(cat)'
means idioms 'find the duck and duck' 'FIND(duck) DUCK'
means idioms 'pick up the apple and the coin' 'TAKE(apple) TAKE(coin)'
run 0 "$G2L2" lexicon idioms.g2l2
says "$out" 'pick up'
end

# Wide sets of candidates: minutes under the sanitizers, and nothing in them that the others do not execute.
if sanitized; then
    skip 'ladder: numbers as arguments' 'minutes under the sanitizers; the same is executed in tests that have them'
else
begin 'ladder: numbers as arguments, counts between verb and thing, and what comes before something else'
learn numbers << 'END'
go forward 3 meters > FORWARD(3)
go forward 5 meters > FORWARD(5)
go back 2 meters > BACK(2)
turn left 90 degrees > LEFT(90)
turn right 45 degrees > RIGHT(45)
turn left 45 degrees > LEFT(45)
stop and go back 3 meters > STOP BACK(3)
turn right 90 degrees and stop > RIGHT(90) STOP
stop > STOP
END
means numbers 'go back 5 meters and turn left 45 degrees' 'BACK(5) LEFT(45)'
means numbers 'turn left 46 degrees' 'LEFT(46)'
learn between << 'END'
oro ko kepa > TAKE(key)
mibo ko pun kepa > TAKE(stone) TAKE(stone)
oro ko pun dolu > DROP(key) DROP(key)
mibo ko sen dolu > DROP(stone) DROP(stone) DROP(stone)
selu ko dolu > DROP(lamp)
selu ko sen fimi > CLEAN(lamp) CLEAN(lamp) CLEAN(lamp)
oro ko fimi > CLEAN(key)
END
means between 'selu ko pun fimi' 'CLEAN(lamp) CLEAN(lamp)'
learn before << 'END'
before you mop the hall sweep the kitchen > SWEEP(kitchen) MOP(hall)
before you sweep the office mop the kitchen > MOP(kitchen) SWEEP(office)
mop the office > MOP(office)
sweep the hall > SWEEP(hall)
mop the kitchen > MOP(kitchen)
stop > STOP
before you stop mop the hall > MOP(hall) STOP
END
means before 'before you mop the office stop' 'STOP MOP(office)'
learn three << 'END'
move the cup from the desk to the shelf > MOVE(cup,desk,shelf)
carry the box from the floor to the desk > CARRY(box,floor,desk)
move the box from the shelf to the floor > MOVE(box,shelf,floor)
carry the cup from the desk to the floor > CARRY(cup,desk,floor)
take the cup > TAKE(cup)
take the box > TAKE(box)
END
means three 'move the cup from the floor to the shelf' 'MOVE(cup,floor,shelf)'
end
fi

begin 'ladder: words that mean parts of a name'
learn lamp << 'END'
lamp on > LAMP_ON
lamp off > LAMP_OFF
fan on > FAN_ON
fan off > FAN_OFF
radio on > RADIO_ON
radio off > RADIO_OFF
heater on > HEATER_ON
oven on > OVEN_ON
please stop > STOP
stop and oven on > STOP OVEN_ON
END
means lamp 'oven off' 'OVEN_OFF'
means lamp 'fan off and heater off' 'FAN_OFF HEATER_OFF'
run 3 "$G2L2" run lamp.g2l2 'lamp'
end

begin 'ladder: parts that make no name are no answer, whatever file the model is in'
"$G2L2" lexicon lamp.g2l2 --export > lamp.lexicon
says lamp.lexicon 'names FAN_OFF FAN_ON HEATER_ON '
# Somebody's `radio` goes before another part as well.
echo 'radio => V/P : \x. concat(RADIO(), x)  0' >> lamp.lexicon
run 0 "$G2L2" lexicon lamp.lexicon -o lamp.more
for model in lamp.lexicon lamp.more; do
    run 3 "$G2L2" run $model 'radio fan'
    says "$err" "it would mean 'RADIO FAN', but no action is called 'RADIO' or alike (one is 'RADIO_OFF')"
    run 0 "$G2L2" run $model 'radio on and oven off'
    is "$out" 'RADIO_ON OVEN_OFF
'
done
sed -i 's/^names .*/names FAN_OFF FAN_HIGH/' lamp.lexicon
run 1 "$G2L2" run lamp.lexicon 'fan off'
says "$err" 'lamp.lexicon:4:15: a part of this name is no literal'
end

begin 'ladder: of a few examples, those that nothing explains are listed'
(cat lamp.tsv && printf 'good evening\tA B C D E F G H\n') > greeting.tsv
run 0 "$G2L2" train greeting.tsv -o greeting.g2l2 --log none --no-estimate
says "$out" '10 of 11 examples explained'
says "$out" "greeting.tsv:11: 'good evening' is not explained"
means greeting 'oven off' 'OVEN_OFF'
run 1 "$G2L2" train greeting.tsv -o strict.g2l2 --log none --no-estimate --strict
end

begin 'ladder: wider candidates are given up that explain no more, and that is said'
printf '%s\t%s\n' 'lamp on' LAMP_ON 'lamp off' LAMP_OFF 'fan on' FAN_ON 'fan off' FAN_OFF 'radio on' RADIO_ON \
    'good evening' 'A B C D E F G H' > few.tsv
run 0 "$G2L2" train few.tsv -o few.g2l2 --log none --no-estimate
run 1 "$G2L2" train few.tsv -o less.g2l2 --log none --no-estimate --recipe patience=.0001
says "$err" 'none of the entries tried make'
says "$err" 'try longer with --effort 4'
end

begin 'ladder: most of the small languages of meta-learning for compositionality'
if has_shared data/mlc/episodes.json; then
    expect command -v python3
    for file in episodes episodes-without-juxtaposition; do
        run 0 env G2L2="$G2L2" python3 "$project/bench/mlc.py" "$G2L2_SHARED/data/mlc/$file.json" nav --no-estimate
        percent=$(sed 's/.*right: \([0-9]*\).*/\1/' "$out")
        [ "$percent" -ge 90 ] || wrong "$file: $(cat "$out")"
    done
    end
fi
