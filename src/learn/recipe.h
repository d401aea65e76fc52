/* recipe - every constant of the learner: its value where words have no concepts
 * (commands) and where they have (questions about scenes), what it would be if there were no
 * such thing, its unit, and why it is there.
 *
 *     recipe_default ─▶ struct recipe ─▶ recipe_read("batch=8 beta2=.9") ─▶ the learner
 *
 * `g2l2 bench recipe` measures what happens without each of them, and tests/test_recipe.c
 * fails for one that changes nothing. A constant that bounds time or memory is here too.
 * What belongs to an algorithm and not to learning, such as the sweeps of an eigenvalue
 * solver or the spins of a thread, stays with it. */
#ifndef G2L2_RECIPE_H
#define G2L2_RECIPE_H

#include "base/base.h"

/* ROW(name, plain, concepts, without, unit, why) */
#define RECIPE(ROW)                                                                                \
    /* ---- words and their candidates */                                                          \
    ROW(literal_share, .6, .6, 0, "share of a word's examples",                                    \
        "a word that adds a constant is seen with it, but for wrong labels")                       \
    ROW(literal_share_noisy, .1, .1, 1, "the same, where labels may be wrong",                     \
        "a word with two meanings may be seen with the constant of one rarely")                    \
    ROW(idiom_share, .9, .9, 2, "share of the sentences of two words side by side",                \
        "with a constant that no word brings, so that the two do")                                 \
    ROW(idioms, 16, 16, 0, "pairs of words that are one, at most", "each is looked for by itself") \
    ROW(idiom_examples, 2000, 2000, 0, "examples", "of more, looking for them takes seconds")      \
    ROW(idiom_weight, 5, 5, 0, "log weight", "two words are one, though each could be by itself")  \
    ROW(prior_length, .3, 0, 0, "log weight per nat of a program's description",                   \
        "where examples cannot tell, short programs win")                                          \
    ROW(prior_level, .5, 0, 0, "log weight per category that one includes",                        \
        "where examples cannot tell, a word takes what is small")                                  \
    ROW(prior_empty, 0, 1, 0, "log weight", "a word means nothing rather than something")          \
    ROW(prior_schema, 0, -1, 0, "log weight", "few words join or compare others")                  \
    ROW(prior_spelled, 2, 2, 0, "log weight", "things are called as they are: `7` means 7")        \
    ROW(init_noise, .01, .01, 0, "log weight, deviation", "seeds differ and ties are broken")      \
    ROW(init_concept, .1, .1, .5, "length of a concept, about", "every object is even at first")   \
    ROW(whole_actions, 8, 8, 1, "actions of a target",                                             \
        "that one word may mean, of those that leave their things open")                           \
    ROW(whole_programs, 2000, 2000, 0, "programs that are whole targets", "more cost time")        \
    ROW(max_pairs, 1e8, 1e8, 10, "words times candidates", "more would not fit into memory")       \
    ROW(max_slots, 2e7, 2e7, 10, "candidates of all words", "more would not fit into memory")      \
    ROW(max_length, 1e9, 60, 4, "words of an example", "the charts of longer ones are large")      \
    /* ---- candidates that are parts of targets */                                                \
    ROW(part_share, .05, .05, 1, "of a phrase's examples",                                         \
        "a part that it rarely has is another's")                                                  \
    ROW(part_lift, 1.15, 1.15, 1e9, "times as often as elsewhere",                                 \
        "what all phrases have is no one's")                                                       \
    ROW(part_options, 20, 20, 0, "parts of a word", "the best; more cost time")                    \
    ROW(phrase_options, 10, 10, 0, "parts of a phrase", "the same")                                \
    ROW(phrase_count, 2, 2, 1e9, "examples of a phrase", "one that is seen once explains one")     \
    ROW(part_prior, .5, .5, 0, "log weight per nat of lift",                                       \
        "what is seen together goes together")                                                     \
    ROW(part_fields, 12, 12, 1, "fields of a target",                                              \
        "pairs and triples of more would be too many")                                             \
    ROW(part_doubt, 1, 1, 0, "examples without a part, of any phrase",                             \
        "what was seen once or twice may be chance")                                               \
    ROW(part_field, .5, .5, 0, "log weight per field", "few fields rather than many")              \
    ROW(part_nothing, 1, 1, -5, "log weight", "that a word adds nothing")                          \
    ROW(part_spelled, 1, 1, -9, "log weight", "that a phrase means the value it spells")           \
    ROW(part_form, 1, 1, 0, "log weight", "that a word means a value that it is a form of")        \
    ROW(part_unsaid, .5, .5, 2, "of a field's values",                                             \
        "that no sentence spells, so that the whole of a sentence may imply one")                  \
    ROW(part_implied, 100, 100, 0, "values of a field",                                            \
        "where there are more, none is implied: it would cost too much")                           \
    ROW(role_values, 2, 2, 1e9, "values that two fields have in common",                           \
        "then a word that means one may do so in either")                                          \
    ROW(role_words, 2, 2, 0, "words beside a value", "that may make a field of it")                \
    ROW(quote_share, .8, .8, 2, "of a field's values",                                             \
        "that stand in the sentence, so that it is one of free text")                              \
    ROW(quote_values, .15, .15, 2, "different values of a field, of all", "the same")              \
    ROW(quote_names, .4, .4, 2, "the same, where capitals are put in", "names of things are few")  \
    ROW(quote_least, 4, 4, 1e9, "different values", "two or three may be all that there are")      \
    ROW(quote_sure, .5, .5, 2, "of the texts between two words", "that are a value")               \
    ROW(quote_longer, 2, 2, 0, "words more around a text", "where one on each side is not sure")   \
    ROW(quote_crossed, 5000, 5000, 0, "pairs of words around a field's texts",                     \
        "that need not have been seen together; more cost time")                                   \
    ROW(part_quote, 3, 3, -9, "log weight", "that a text between two words is a value")            \
    /* ---- where values are ranked */                                                             \
    ROW(rank_epochs, 6, 6, 0, "times that an example is drawn", "enough to settle")                \
    ROW(rank_few, 500, 500, 1, "examples",                                                         \
        "of fewer, each is drawn as much more often, and what goes together weighs less: "         \
        "what few examples never have together may well go together")                              \
    ROW(rank_epochs_few, 30, 30, 1, "times that an example is drawn, at most", "of few")           \
    ROW(rank_rate, .2, .2, .001, "learning rate", "as fast as stays stable")                       \
    ROW(rank_batch, 8, 8, 1, "examples", "gradients of single examples are noisy")                 \
    ROW(rank_beam, 40, 40, 1, "values of a span", "more cost time")                                \
    ROW(rank_whole, 160, 160, 1, "values of a sentence", "they are ranked once more")              \
    ROW(rank_decay, .003, .003, 0, "gradient per log weight",                                      \
        "rare phrases stay where they began")                                                      \
    ROW(rank_negligible, 1e-4, 1e-4, .5, "P of a value", "a less likely one teaches nothing")      \
    ROW(rank_use, .01, .01, 9, "expected uses",                                                    \
        "an entry that hardly any target needs is dropped")                                        \
    ROW(fit_count, 2, 2, 1e9, "targets", "a value that is rarer counts as any value of its field") \
    ROW(fit_words, 2, 2, 1e9, "examples of a word",                                                \
        "what goes together with a rarer one is as well that of its sentence")                     \
    ROW(fit_rate, .15, .15, 0, "learning rate, AdaGrad", "weights of whole records")               \
    ROW(fit_start, .05, .05, 0, "gradient, AdaGrad, root mean square before the first",            \
        "what is seen once or hardly matters moves little")                                        \
    ROW(fit_final, .3, .3, 1, "of the rate, at the end",                                           \
        "weights of few examples stay small, so that what is new may go together")                 \
    ROW(fit_keep, .02, .02, 9, "weight", "less is not worth a line of the model")                  \
    ROW(fit_least, .01, .01, 2, "gradient of an example", "a weight that is worth having")         \
    ROW(fit_decay, .002, .002, 1, "gradient per weight", "rare pairs weigh little")                \
    ROW(fit_decay_words, .005, .005, 1, "gradient per weight", "the same, with a word")            \
    /* ---- the curriculum */                                                                      \
    ROW(max_stages, 12, 8, 1, "stages", "short sentences decide what words of long ones mean")     \
    ROW(stage_length_1, 0, 5, 1e9, "words; 0: each length that occurs", "the shortest questions")  \
    ROW(stage_length_2, 0, 7, 1e9, "words", "with one more modifier")                              \
    ROW(stage_length_3, 0, 9, 1e9, "words", "with a second noun")                                  \
    ROW(stage_length_4, 0, 11, 1e9, "words", "with a relation")                                    \
    ROW(stage_length_5, 0, 14, 1e9, "words", "with a relation and modifiers")                      \
    ROW(stage_length_6, 0, 19, 1e9, "words", "with two relations")                                 \
    ROW(stage_length_7, 0, 25, 1e9, "words", "nearly all; the final stage has the rest")           \
    ROW(stage_examples, 1600, 5000, 160, "examples of a stage", "enough to settle its words")      \
    ROW(stage_epochs, 1e9, 8, 1, "times that a stage has an example",                              \
        "small sets are not learned by heart before the long examples come")                       \
    ROW(prune_epochs, 25, 25, 1e9, "times that a stage has an example, before pruning by weight",  \
        "few sentences, said too often, rule out what is right")                                   \
    ROW(prune_epochs_again, 300, 300, 25, "the same, after a run that left examples unexplained",  \
        "where there are only a few, words are not settled by then")                               \
    ROW(stage_sightings, 8, 0, 0, "examples of a word in a stage, about",                          \
        "where there are many words, each is to be seen")                                          \
    ROW(final_examples, 0, 80000, 0, "examples of the final stage", "concepts become sharp")       \
    ROW(final_epochs, 0, 20, 1, "times that the final stage has an example", "as for stages")      \
    ROW(closing_examples, 0, 10000, 0, "examples", "senses found at last are learned with all")    \
    /* ---- the batch */                                                                           \
    ROW(batch, 32, 16, 1, "examples", "gradients of single examples are noisy")                    \
    ROW(tail_share, 0, .4, 0, "share of a batch", "drawn by word, so that rare words are seen")    \
    ROW(tail_share_few, 0, .25, 0, "share of a batch", "the same where examples are few")          \
    ROW(few, 0, 2500, 0, "examples", "fewer are few: see tail_share_few, decay_few, simple sets")  \
    ROW(hard_share, .25, .25, 0, "share of a batch", "what a new sense is for, while it is tried") \
    ROW(reset_share, .5, .5, 0, "share of a batch", "examples of words that were reset")           \
    /* ---- Adam, and what is added to the loss */                                                 \
    ROW(rate, .1, .02, .001, "learning rate", "as fast as stays stable")                           \
    ROW(template_rate, 0, 0, 1, "times the rate", "words share the weights of templates")          \
    ROW(rate_final, .1, .1, 1, "of the rate, at the end of the final stage",                       \
        "it settles; where values are ranked, of all")                                             \
    ROW(rate_answers, 2, 2, 1, "times the rate", "which answers an attribute has: no curvature")   \
    ROW(rate_pairs, 6, 6, 1, "times the rate, in the final stage",                                 \
        "relations are sharp, or counts are wrong")                                                \
    ROW(beta1, .9, .9, 0, "decay of the mean gradient", "Kingma and Ba 2015")                      \
    ROW(beta2, .999, .99, .9, "decay of the mean square", "the same; questions come in stages")    \
    ROW(epsilon, 1e-8, 1e-8, 1e-2, "gradient", "the same")                                         \
    ROW(decay_few, 0, .02, 0, "weight decay of concepts, of the rate",                             \
        "few examples do not decide every direction")                                              \
    ROW(decay_measured, 0, 3.5, 0, "weight decay of the rate, times features for each example",    \
        "the same, where features are measured: each question would be learned by heart")          \
    ROW(decay_most, 0, .5, 1e9, "weight decay of the rate", "of very few nothing would be left")   \
    ROW(lambda, 0, .1, 1, "share", "of log Z that is not divided by: unparseable mass counts")     \
    ROW(lambda_final, 0, .01, 1, "share", "at last readings compete; a rare one is no fault")      \
    ROW(pull_final, 0, .0005, 0, "gradient", "at last EMPTY wins where entries are even")          \
    /* ---- which entries are considered */                                                        \
    ROW(floor, 0, 6, 20, "log weight behind the best; 0: none",                                    \
        "no entry falls so far that its gradient is gone")                                         \
    ROW(floor_sense, 0, 4.5, 20, "log weight behind the best", "the same, of a sense in use")      \
    ROW(live, 0, .004, 0, "of the best entry's weight", "lighter entries are passed over")         \
    ROW(settled, 0, 4, 0, "live entries of a word, mean", "where fewer, only they are parsed")     \
    ROW(whole_words, 0, 25, 1e9, "words", "of longer ones all entries would cost too much")        \
    ROW(answered, 0, .5, 0, "P(target)", "unless the example is not explained so")                 \
    /* ---- elimination */                                                                         \
    ROW(tolerance, .75, .75, 1, "of the best entry's uses", "wrong labels rule nothing out")       \
    ROW(sightings, 8, 8, 1, "examples of a word", "before an entry may be ruled out tolerantly")   \
    ROW(prune_share, .002, .002, 0, "of the best entry's weight",                                  \
        "the paper prunes too (section 2.1), after each stage")                                    \
    ROW(retry_share, .9, .9, 0, "of the entries it had",                                           \
        "an example that was too large is tried again when there are fewer")                       \
    ROW(many_edges, 16, 16, 0, "edges of a word", "more: functions are told apart by behaviour")   \
    ROW(example_steps, 4e6, 4e6, 50, "steps of execution", "a larger example is put off")          \
    ROW(effort, 4e7, 4e7, 1e4, "steps of execution in a run", "some seconds, then it gives up")    \
    ROW(hopeless, .5, 1, 1, "share of a stage's examples that stay unexplained",                   \
        "a run that leaves more of the short ones will not explain the long ones")                 \
    ROW(hopeless_few, .75, 1, 1, "the same, of few examples in all",                               \
        "half of them may have a word with several meanings, which are found later")               \
    ROW(effort_means, 20, 20, .01, "times the effort, where the mean loss is learned from",        \
        "a step costs more there, and more are needed")                                            \
    /* ---- resets: words that were not understood begin again */                                  \
    ROW(reset_rounds, 12, 12, 0, "rounds", "until all words are understood")                       \
    ROW(reset_examples, 4000, 4000, 400, "examples of a round", "to learn a word again")           \
    ROW(reset_blame, .4, .4, 2, "of the mean loss", "a word that adds more is reset")              \
    ROW(reset_loss, .06, .06, 1, "mean loss", "nothing is reset below it")                         \
    ROW(resets_per_word, 2, 2, 0, "resets", "a word that fails again will not do")                 \
    ROW(blame_examples, 500, 2000, 100, "examples", "to find out which words are to blame")        \
    ROW(blame_passes, 200, 200, 1, "passes", "of the regression of losses on words")               \
    ROW(blame_prior, 5, 5, 0, "examples", "of evidence against blaming a word")                    \
    /* ---- senses */                                                                              \
    ROW(sense_rounds, 8, 8, 0, "rounds", "in which other senses of words are looked for")          \
    ROW(sense_examples, 500, 6000, 200, "examples", "in which they are looked for")                \
    ROW(sense_share, .05, .05, .5, "share of what is not understood",                              \
        "that a new sense explains; a wrong label is explained by chance")                         \
    ROW(sense_epochs, 10, 10, 1, "times that an example is drawn for it", "as for stages")         \
    ROW(sense_trials, 80, 80, 1, "times that a trial has a hard example", "to learn a sense")      \
    ROW(sense_uses, 2, 2, 50, "examples", "that a sense is needed for")                            \
    ROW(sense_exception, 1, 1, 50, "examples",                                                     \
        "the same, where few are left that nothing explains")                                      \
    ROW(exception_seeds, 3, 3, 1, "runs",                                                          \
        "which words are exceptions depends on where one begins")                                  \
    ROW(excelled_effort, 10, 10, 0, "times the effort of the run that explains all",               \
        "for one that may say it in less")                                                         \
    ROW(sense_light, .05, .05, 0, "weight", "of an entry that is no sense as yet")                 \
    ROW(sense_exponent, .7, .7, 1, "exponent of weights", "light entries get a hearing")           \
    ROW(sense_clear, .5, .5, 1, "of the largest gain", "such entries are tried together")          \
    ROW(sense_behind, 2, 2, 6, "log weight behind the best", "what a new sense begins with")       \
    ROW(understood, .5, .5, .99, "P(target)", "of an example that is no longer hard")              \
    ROW(used, .15, .15, .9, "share of derivations", "that make an entry one in use")               \
    ROW(witnesses, 40, 40, 1, "examples", "by which it is decided whether an entry is needed")     \
    ROW(as_well, .003, .003, .3, "mean loss", "no worse than that is as well without an entry")    \
    ROW(max_loss, 6, 6, 1, "loss of an example", "impossible ones do not outweigh the others")     \
    /* ---- choosing */                                                                            \
    ROW(simpler_examples, 0, 100, 0, "examples of a word", "might it as well be EMPTY?")           \
    ROW(choose_rounds, 2, 0, 1, "rounds", "what one word is tried with, others decide")            \
    ROW(choose_examples, 150, 0, 1, "examples of a word; 0: none", "each entry is tried alone")    \
    ROW(choose_options, 8, 0, 1, "entries of a word", "that are tried, the heaviest")              \
    ROW(choose_tie, .5, .5, 2, "of the chosen entry's weight", "an equal from here on is a tie")   \
    ROW(choose_sure, 1e-3, 1e-3, .5, "mean confidence", "that makes a difference")                 \
    ROW(rivals, 30, 0, 0, "entries of a word",                                                     \
        "that explain as much as the chosen one, perhaps, and mean something else elsewhere")      \
    ROW(rival_sentences, 300, 0, 0, "sentences that people would say", "by which that is seen")    \
    ROW(evidence_examples, 10000, 10000, 0, "examples", "in which uses of entries are counted")    \
    ROW(evidence_exact, 500, 500, 0, "the same, of commands that mean actions",                    \
        "which are learned in as little time")                                                     \
    /* ---- what phrases are by their first word */                                                \
    ROW(opener_examples, 0, 4000, 1, "examples that are looked at", "more would take too long")    \
    ROW(opener_chance, 0, 1e-3, 1e-300, "probability that it is chance",                           \
        "below it a word that never began such a phrase never does")                               \
    ROW(opener_doubt, 0, .1, 1e-300, "probability that it is chance",                              \
        "below it a phrase may modify what is near or the whole; above, what is near")             \
    ROW(opener_odd, 0, .05, 9, "of as many as there should be",                                    \
        "some examples are read in a way of their own")                                            \
    ROW(neighbour_examples, 4000, 4000, 0, "examples, at least, by which a place is known",        \
        "a word that was never seen is like those that stand in such a place")                     \
    /* ---- attempts */                                                                            \
    ROW(enough, 1, .99, .5, "share explained", "that ends all attempts")                           \
    ROW(attempts, 1, 3, 1, "seeds", "a small set may lead astray")                                 \
    ROW(attempts_examples, 20000, 20000, 0, "examples", "of a set that is small")                  \
    ROW(simple_accuracy, .85, .85, 2, "P(target)", "below it a simple candidate set is given up")  \
    ROW(noise, .15, .5, 0, "share unexplained", "some labels are wrong, some things unseen")       \
    ROW(noise_even, .5, .5, 2, "share of the examples of any two words that are explained",        \
        "then the others are wrong, however many: what cannot be said fails with some words")      \
    ROW(noise_sure, 2, 2, -1e9, "deviations below it", "so much less is no chance")                \
    ROW(doubt_share, .5, .5, 2, "share of the examples of any two words that are not explained",   \
        "answers with such words would be as sure as others")                                      \
    ROW(doubt_chance, .05, 0, 0, "chance", "and it is no wrong label that happens to have them")   \
    ROW(noise_few, 100, 0, 1e9, "examples", "of fewer, each is there to be right: look further")   \
    ROW(noise_of_few, .34, .5, 0, "share unexplained, of few", "what cannot be said is listed")    \
    ROW(wider_effort, .25, .25, .01, "of the effort", "for candidates that are a fallback")        \
    ROW(patience, 2, 2, .001, "times the effort of a fallback", "for all that explain no more")    \
    ROW(example_share, .0625, .0625, 1e-6, "of the effort of a fallback",                          \
        "at most for one example: what cannot be learned from would take it all")                  \
    ROW(noisy, 0, .03, 1, "share unexplained",                                                     \
        "above it answers may be wrong, and an attempt comes to terms with that")                  \
    ROW(noisy_margin, 0, .01, 0, "share explained",                                                \
        "that such an attempt may lose: wrong answers are not to be explained")                    \
    ROW(noisy_chance, 1, 1, 0, "P(target)", "of a wrong answer, whatever the question")            \
    ROW(check_examples, 20000, 5000, 10, "examples", "decoded at the end")                         \
    /* ---- answers about stated facts */                                                          \
    ROW(answer_rate, .3, .3, .01, "learning rate of AdaGrad", "as fast as stays stable")           \
    ROW(answer_start, .01, .01, 0, "gradient, AdaGrad, root mean square before the first",         \
        "what hardly matters moves little, where there are many")                                  \
    ROW(answer_decay, .002, .002, 0, "weight decay", "what few examples say is not believed")      \
    ROW(answer_batch, 4, 4, 1, "examples", "gradients of single examples are noisy")               \
    ROW(answer_epochs, 2, 2, 1, "times that a stage has an example", "stages are short")           \
    ROW(answer_final, 4, 4, 0, "times that all examples are seen at last", "weights settle")       \
    ROW(answer_averaged, 2, 2, 1e9, "of these times, from which on weights are averaged",          \
        "the last update knows its own examples best")                                             \
    ROW(answer_followed, .002, .002, .9, "uses in examples",                                       \
        "of an entry that is followed in these times")                                             \
    ROW(answer_empty, 5, 5, 0, "log weight", "a word means nothing rather than something")         \
    ROW(answer_spelled, 4, 4, 0, "log weight", "a word that is spelled like a value means it")     \
    ROW(answer_other, 4, 4, 0, "log weight",                                                       \
        "a value that some word is spelled like is meant by no other")                             \
    ROW(answer_number, 6, 6, 0, "log weight", "few words are numbers, which explain any order")    \
    ROW(answer_bound, 4, 4, 0, "log weight", "nor do many say one that the answers only hint at")  \
    ROW(answer_order, 2, 2, 0, "log weight", "nor do many say which is first by something")        \
    ROW(answer_taken, 4, 4, 0, "log weight",                                                       \
        "a value that some words turned out to mean is meant by no other")                         \
    ROW(answer_common, 10, 10, 0, "log weight, times the share of examples with the word",         \
        "what most questions have does not say what one of them is about")                         \
    ROW(answer_choice, .5, .5, 0, "log weight, times the log of a property's values",              \
        "one of a hundred times of day takes more to say than one of five colours")                \
    ROW(answer_shown, 4, 4, 0, "log weight, more or less",                                         \
        "a word may mean what all things have that are answered with it, and hardly anything "     \
        "else")                                                                                    \
    ROW(answer_misled, .1, .1, .5, "share of such answers",                                        \
        "that have not what a word means: `not red`, `red or blue`")                               \
    ROW(answer_bounds, 2, 2, 0, "bounds that the answers to a word's questions show",              \
        "the last within all of them, or all but a few that ask for something else")               \
    ROW(answer_bound_least, 3, 3, 1e9, "answers that differ", "fewer show no bound")               \
    ROW(answer_bound_beyond, .25, .25, 2, "share of such things",                                  \
        "beyond a bound, that it tells apart")                                                     \
    ROW(answer_stem, 5, 5, 1, "characters", "words that begin alike mean something alike")         \
    ROW(answer_ending, 2, 2, 0, "bytes", "of a form of a word, which means what the word does")    \
    ROW(answer_length, .5, .5, 0, "log weight of an operation", "short programs win")              \
    ROW(answer_rare, 2, 2, 0, "log weight of an operation",                                        \
        "few words mean one that the definition calls rare")                                       \
    ROW(answer_values, 30, 30, 1, "values of a span", "that are followed")                         \
    ROW(answer_functions, 50, 50, 1, "functions of a span", "that are followed")                   \
    ROW(answer_of_word, 4, 4, 1, "times as many, of one word",                                     \
        "a new word has hundreds of entries that are about as likely")                             \
    ROW(answer_width, 12, 12, 1, "log weight behind the best", "what is lighter is not followed")  \
    ROW(answer_doubt, .1, .1, 0, "P(answer)", "below it a second pass looks wider")                \
    ROW(answer_missed, .45, .45, 2, "1 - P(answer), mean of a word's examples",                    \
        "a word with so much went astray even when all have settled")                              \
    ROW(answer_again, 2, 2, 0, "times that such words begin again among the settled ones",         \
        "what the first ones led astray, few examples seldom put right by themselves")             \
    ROW(answer_wider, 3, 3, 1, "times the beam", "of that pass")                                   \
    ROW(answer_many, 300, 300, 1, "examples", "of more, what one leaves open another tells")       \
    ROW(answer_fits, .2, .2, 0, "learning rate, AdaGrad, where there are many",                    \
        "what functions are applied to, and what questions ask for, tells readings apart")         \
    ROW(answer_scope, .2, .2, 0, "learning rate, AdaGrad, where there are few",                    \
        "what begins with a word may be said of more than is near")                                \
    ROW(answer_expected, 1, 1, 0, "times the objective",                                           \
        "first words alone say what sort of answer it is, where there are few")                    \
    ROW(answer_asked, 1.67, 1.67, 1, "times their weight",                                         \
        "few questions to come are like those that their first words were learned from")           \
    ROW(answer_narrow, .67, .67, 1, "of beam and epochs, where there are many",                    \
        "so that all of them are learned from once, and not the shortest three times")             \
    ROW(answer_nothing, .03, .03, 1e9, "share of answers that are nothing",                        \
        "from which on a reading by which nothing is found is as likely as others")                \
    ROW(answer_worlds, 8, 8, 1, "worlds that one example is about, at most",                       \
        "the same sentence means the same in all of them")                                         \
    ROW(answer_wrong, .05, .05, 1e-9, "chance that an answer in one of several worlds is wrong",   \
        "a reading that is right in most of them is heard")                                        \
    ROW(answer_turned, 1, 1, 1e9, "uses in examples",                                              \
        "of an entry that is kept with its arguments on the other side too")                       \
    ROW(answer_paradigm, 1, 1, 1e9, "words that mean values of one property",                      \
        "and have an entry, which the others then have as well")                                   \
    ROW(answer_kept, .01, .01, .9, "uses in examples",                                             \
        "of an entry that is kept: what few need is what is wanted where they are put together "   \
        "anew")                                                                                    \
    ROW(answer_rival, .002, .002, .05, "the same, where few are about one world",                  \
        "rivals of what was learned stay as well")                                                 \
    /* ---- nested records */                                                                      \
    ROW(nested_labels, .75, .75, 2, "share of a word's examples",                                  \
        "that have the record it brings: some labels may be wrong")                                \
    ROW(nested_sure, 5, 5, 1e9, "examples of a word or record",                                    \
        "from which on one that lacks its record or word is wrong")                                \
    ROW(nested_iterations, 6, 6, 0, "iterations of expectation maximisation",                      \
        "an alignment has settled by then")                                                        \
    ROW(nested_leaf, .03, .03, 1, "share of a value's records",                                    \
        "that may be without parts, where others make it an event")                                \
    ROW(nested_sample, 120, 120, 1, "examples of a length", "by which marks are chosen")           \
    ROW(nested_rounds, 6, 6, 0, "rounds over the function words", "what one is, others decide")    \
    ROW(nested_ends, .98, .98, 2, "share of a word's uses",                                        \
        "at the end of a sentence, that make it silent")                                           \
    ROW(nested_near, .05, .05, -1, "share of frames and marks more",                               \
        "with which a word may belong to another phrase, if more examples are explained so")       \
    ROW(nested_conflict, .02, .02, 2, "share of a value's examples",                               \
        "in which two words claim its record, so that one of them has to give way")                \
    ROW(nested_claim, .9, .9, 2, "share of a value's examples",                                    \
        "that the words left to it have to cover")                                                 \
    ROW(nested_bare, .05, .05, 2, "share of a thing's uses without a mark",                        \
        "from which on it needs none")                                                             \
    ROW(nested_contained, .8, .8, 2, "share of a state's contexts",                                \
        "in which another occurs, so that both are one")                                           \
    ROW(nested_mistakes, .006, .006, 2, "share of what would be expected",                         \
        "below it an occurrence is a mistake")                                                     \
    ROW(nested_shared, .3, .3, 2, "share of a form's uses",                                        \
        "whose words occur elsewhere, so that forms can be compared")                              \
    ROW(nested_same_form, .9, .9, 2, "share of these frames",                                      \
        "that the words have elsewhere too: the form is that of plain clauses")                    \
    ROW(nested_always, .9, .9, 2, "share of a word's uses", "with a field that it brings")         \
    ROW(nested_few, 200, 200, 1e9, "examples",                                                     \
        "with no more than that, what was seen once counts as well")                               \
    ROW(nested_frames, 3, 3, 0, "uses", "a rarer frame is a mistake")                              \
    ROW(nested_entry, .01, .01, 0, "share of a word's uses",                                       \
        "a rarer entry is a mistake; so may be as many examples")                                  \
    ROW(nested_minor, .15, .15, 0, "share of a word's uses in one place",                          \
        "where it means something else the rest of the time: fewer are mistakes")                  \
    ROW(nested_inherits, .9, .9, 2, "share of a form's heads and frames",                          \
        "that another form has too, so that it inherits the rest")                                 \
    ROW(nested_company, 5, 5, 1e9, "words of a form",                                              \
        "that have two frames, so that these go together")                                         \
    ROW(nested_usual, .1, .1, 2, "share of the words seen by themselves",                          \
        "that have a form, so that all may")                                                       \
    ROW(nested_doubts, 2000, 2000, 0, "examples",                                                  \
        "by which it is told how often the reading that reaches over the fewest words is right")   \
    /* ---- groups */                                                                              \
    ROW(group_rounds, 0, 4, 0, "rounds of resets, where features are measured",                    \
        "what is not seen well is no fault of words, and would be reset for ever")                 \
    ROW(group_value, 0, .05, 1, "of an attribute's largest share", "answers above it are values")  \
    ROW(group_same, 0, .5, 1, "cosine of shares", "above it words ask for the same attribute")     \
    ROW(group_synonym, 0, .4, 1, "correlation over objects",                                       \
        "above it a word has the concept of a value: true synonyms .63-.97, others up to .23")     \
    ROW(group_noise, 0, .2, 0, "of a direction's deviation, in the final stage",                   \
        "real features of few objects are not learned by heart")                                   \
    ROW(group_enough, 0, .8, 1, "share explained",                                                 \
        "that ends all attempts in such a run: the rest is not seen well")                         \
    ROW(group_simpler, 0, .03, 6, "mean loss, where features are measured",                        \
        "that an entry without a concept may add; more, and nothing would have one")               \
    ROW(group_objects, 0, 2000, 1, "objects", "to compare what words hold of")                     \
    /* ---- features */                                                                            \
    ROW(scale_objects, 20000, 20000, 100, "objects", "to find the directions of features")         \
    ROW(scale_numbers, 8e6, 8e6, 1e4, "numbers of these objects", "more would take too long")      \
    ROW(scale_features, 256, 256, 1, "features", "where there are more, few directions are found") \
    ROW(scale_directions, 128, 128, 2, "directions of many", "that vary most; others are dropped") \
    ROW(scale_noise, 1.25, 1.25, 0, "of the largest variance of noise", "a direction is above")    \
    ROW(scale_least, 1e-6, 1e-6, .5, "of the largest variance", "in any case")                     \
    ROW(scale_power, 0, 0, 1, "of a variance that is taken off; 1: all directions are alike",      \
        "in measured features small directions hold accidents")                                    \
    ROW(scale_loudness, 20, 20, 1000, "sum of the deviations of directions, at most",              \
        "Adam moves a score by as much, however many features there are")                          \
    /* ---- learning to see: the encoder of images */                                              \
    ROW(see_epochs, 0, 50, 1, "times that an image is looked at", "enough to settle")              \
    ROW(see_images, 0, 6, 1, "images of a batch", "gradients of single images are noisy")          \
    ROW(see_regions, 0, 256, 8, "objects that a batch may have",                                   \
        "memory; an image has half of it")                                                         \
    ROW(see_questions, 0, 12, 1, "questions about an image in a step, drawn anew each time",       \
        "an image is looked at once for all of them")                                              \
    ROW(see_rate, 0, 1e-3, 1e-4, "learning rate of the encoder (AdamW), at the start",             \
        "as fast as stays stable; it falls as a cosine")                                           \
    ROW(see_decay, 0, 1e-2, 0, "weight decay of the encoder", "few images do not decide it all")   \
    ROW(see_concepts, 0, 2e-2, 1e-4, "learning rate of concepts, likewise", "they move along")     \
    ROW(see_kept, 0, 0, 1, "share of compact features that stays, but for the box",                \
        "they are a start, and then in the way")                                                   \
    ROW(see_noise, 0, .1, 0, "deviation, of each feature; these have about 1",                     \
        "few objects are not learned by heart")                                                    \
    ROW(see_views, 0, 8, 0, "other views of an object", "the same; each has another box")          \
    ROW(see_jitter, 0, .03, 0, "of the length of a side, deviation of the place of each",          \
        "boxes that are found lie so: they overlap those that are given by .9")                    \
    ROW(see_mirror, 0, .5, 0, "chance that a view is mirrored",                                    \
        "what an object is stays the same")                                                        \
    ROW(see_shift, 0, 2, 0, "pixels of a region, at most, in each direction", "as for views")      \
    ROW(see_gain, 0, .15, 0, "of the lightness, at most more or less", "lamps differ")             \
    ROW(see_colour, 0, .02, 0, "deviation of colours from 0 to 1", "so do they by these")          \
    ROW(see_blur, 0, 0, .5, "chance that a region is blurred",                                     \
        "only where images to come are less sharp than those to learn from")                       \
    ROW(see_grain, 0, 0, .2, "deviation of the lightness, at most; it has 1", "likewise, grain")

struct recipe {
#define FIELD(name, ...) double name;
    RECIPE(FIELD)
#undef FIELD
};

struct recipe_row {
    const char *name;
    double plain, concepts, without;
    const char *unit, *why;
};

/* [n] */
const struct recipe_row *recipe_rows(size_t *n);
struct recipe recipe_default(bool concepts);
/* Override: "name=value name=value", separated by spaces or commas. */
g2l2_status recipe_read(struct recipe *self, const char *text, g2l2_error *err);

#endif
