# The paper's worked example of expected execution (supplement B.1): two words
# whose meaning is open, each with exp(weight) = 0.5.
#
#   g2l2 run examples/arith.lex 'ONE PLUS_ONE MUL_THREE'
domain arith
ONE => N : 1  0
PLUS_ONE => N\N : \x. add(x, 1)  -0.6931471805599453
PLUS_ONE => N\N : \x. mul(x, 3)  -0.6931471805599453
MUL_THREE => N\N : \x. add(x, 1)  -0.6931471805599453
MUL_THREE => N\N : \x. mul(x, 3)  -0.6931471805599453
