#!/usr/bin/env python3
"""Commands for a home, in kinds of languages that bench/commands.py has no data of: is what was never said right?

    bench/kinds.py [--lines 300] [--seed 1] [--keep FOLDER] [LANGUAGE...]

Written here are templates of Turkish (endings, verb last), Hebrew (prepositions and articles that are part of words), Japanese
and Thai (no spaces; verb last, verb first), Czech (inflected names), Hungarian (cases, verbs in two parts), Vietnamese
(words of several syllables), Korean (particles on nouns), Russian (cases) and Swedish (articles as endings), with intents and slots in the manner of Home Assistant's: (a|b) are alternatives, [x] may be
left out, {slot:form} is a name in a form, {#field} a number, {'field} free text. So many different sentences are drawn and learned
without an estimate, 120 others asked. Counted are right ones, those of them all of whose words occur in training, and wrong
ones with a confidence above 0.9. $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import json
import os
import random
import re
import subprocess
import tempfile

from commands import fields, meaning, words

ASKED = 120


def expand(template, rng):
    while found := re.search(r"\[([^\[\]()]*)\]|\(([^\[\]()]*)\)", template):
        if found.group(1) is None:
            said = rng.choice(found.group(2).split("|"))
        else:
            said = rng.choice([""] + found.group(1).split("|")) if rng.random() < .7 else ""
        template = template[:found.start()] + said + template[found.end():]
    return template


NUM = {"brightness": range(5, 101, 5), "minutes": range(1, 60), "temperature": range(15, 30), "position": range(10, 100, 10), "volume_level": range(5, 100, 5), "start_hours": range(1, 9)}


def sentence(lang, rng):
    _, fixed, templates = rng.choices(lang["intents"], [intent[0] for intent in lang["intents"]])[0]
    template, record = expand(rng.choice(templates), rng), dict(fixed)

    def put(found):
        slot = found.group(1)
        if slot[0] == "#":
            record[slot[1:]] = rng.choice(list(NUM[slot[1:]]))
            return str(record[slot[1:]])
        if slot[0] == "'":
            record[slot[1:]] = rng.choice(lang["texts"][slot[1:]])
            return record[slot[1:]]
        slot, _, form = slot.partition(":")
        entry = rng.choice(lang["lists"][slot])
        record.update(entry["rec"])
        return entry[form or "n"]
    said = re.sub(r"\{([^}]*)\}", put, template)
    said = re.sub(r"\s+", " ", said.replace(" ", "") if lang.get("unspaced") else said).strip()
    if rng.random() < .3:
        said = said[:1].upper() + said[1:]
    return said, dict(sorted(record.items(), key=lambda field: (field[0] != "intent", field[0])))


def draw(name, n, seed):
    """n sentences to learn, and others to ask."""
    rng, seen = random.Random(seed), {}
    for _ in range(20000):
        if len(seen) == n + ASKED:
            break
        said, record = sentence(LANGS[name], rng)
        said = expand(said, rng) if "(" in said else said
        seen.setdefault(said.lower(), {"command": said, "result": record})
    examples = list(seen.values())
    rng.shuffle(examples)
    return examples[:n], examples[n:]


def L(field, rows, forms):
    return [dict(zip(forms, row[1:]), rec={field: row[0]} if not isinstance(row[0], dict) else row[0]) for row in rows]

LANGS = {}
# ---------------- Turkish: agglutination, vowel harmony, verb last
LANGS["tr"] = {
 "lists": {
  "area": L("area", [("Mutfak","mutfak","mutfaktaki","mutfağın","mutfakta"),("Salon","salon","salondaki","salonun","salonda"),("Banyo","banyo","banyodaki","banyonun","banyoda"),("Yatak Odası","yatak odası","yatak odasındaki","yatak odasının","yatak odasında"),("Garaj","garaj","garajdaki","garajın","garajda")], ["n","rel","gen","loc"]),
  "lightname": L("name", [("Yatak Odası Lambası","yatak odası lambası","yatak odası lambasını","yatak odası lambasının"),("Masa Lambası","masa lambası","masa lambasını","masa lambasının"),("Gece Lambası","gece lambası","gece lambasını","gece lambasının")], ["n","acc","gen"]),
  "cover": L("device_class", [({"device_class":"curtain","domain":"cover"},"perde","perdeyi","perdeleri","perdeler"),({"device_class":"blind","domain":"cover"},"panjur","panjuru","panjurları","panjurlar"),({"device_class":"garage","domain":"cover"},"garaj kapısı","garaj kapısını","garaj kapılarını","garaj kapıları"),({"device_class":"window","domain":"cover"},"pencere","pencereyi","pencereleri","pencereler")], ["n","acc","pl","pn"]),
  "onoff": L("domain", [("light","ışık","ışığı","ışıkları","ışıklar"),("fan","vantilatör","vantilatörü","vantilatörleri","vantilatörler"),("switch","priz","prizi","prizleri","prizler")], ["n","acc","pl","pn"]),
  "color": L("color", [("red","kırmızı","kırmızıya"),("blue","mavi","maviye"),("green","yeşil","yeşile"),("white","beyaz","beyaza")], ["n","dat"]),
  "media": L("name", [("Televizyon","televizyon","televizyonu","televizyonda","televizyonun"),("Hoparlör","hoparlör","hoparlörü","hoparlörde","hoparlörün")], ["n","acc","loc","gen"]),
  "timer": L("name", [("pizza","pizza"),("çay","çay"),("makarna","makarna")], ["n"]),
 },
 "texts": {"item": "süt;ekmek;yumurta;beyaz peynir;elma;domates;zeytin yağı;çay;şeker;un;tuvalet kağıdı;diş macunu".split(";"), "message": "yemek hazır;hadi gidiyoruz;film başlıyor;kapıya bakın".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["[lütfen] {area:rel} [bütün|tüm] {onoff:pl} (aç|yak)","{area:rel} {onoff:acc} (aç|açar mısın|çalıştır)","[bütün|tüm] {onoff:pl} (aç|açın)","{area:loc} {onoff:acc} aç"]),
  (30,{"intent":"HassTurnOff"},["[lütfen] {area:rel} [bütün|tüm] {onoff:pl} (kapat|söndür)","{area:rel} {onoff:acc} (kapat|kapatır mısın|durdur)","[bütün|tüm] {onoff:pl} (kapat|kapatın)","{area:loc} {onoff:acc} kapat"]),
  (16,{"intent":"HassTurnOn"},["{area:rel} {cover:pl} (aç|kaldır|yukarı al)","{cover:pl} (aç|kaldır)","{area:rel} {cover:acc} (aç|açar mısın)"]),
  (16,{"intent":"HassTurnOff"},["{area:rel} {cover:pl} (kapat|indir|aşağı al)","{cover:pl} (kapat|indir)","{area:rel} {cover:acc} (kapat|kapatır mısın)"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["{area:rel} (kapıyı|kapıları) kilitle","[bütün] kapıları (kilitle|kilitler misin)"]),
  (10,{"intent":"HassTurnOff","domain":"lock"},["{area:rel} (kapının|kapıların) kilidini aç","[bütün] kapıların kilidini (aç|açar mısın)"]),
  (12,{"intent":"HassTurnOn"},["{lightname:acc} (aç|yak)"]),(12,{"intent":"HassTurnOff"},["{lightname:acc} (kapat|söndür)"]),
  (14,{"intent":"HassLightSet"},["{lightname:gen} parlaklığını yüzde {#brightness} (yap|olarak ayarla)","{area:gen} parlaklığını [yüzde|%] {#brightness} yap","{area:rel} ışıkların parlaklığını yüzde {#brightness} yap"]),
  (10,{"intent":"HassLightSet"},["{lightname:acc} {color:n} yap","{area:rel} ışıkları {color:dat} (çevir|döndür)","{area:gen} ışığını {color:n} yap"]),
  (16,{"intent":"HassGetState","state":"on"},["{area:rel} {onoff:pn} açık mı","{area:loc} açık {onoff:n} var mı","hangi {onoff:pn} açık","kaç {onoff:n} açık"]),
  (12,{"intent":"HassGetState","state":"off"},["{area:rel} {onoff:pn} kapalı mı","hangi {onoff:pn} kapalı"]),
  (12,{"intent":"HassGetState","state":"open"},["{area:rel} {cover:pn} açık mı","kaç {cover:n} açık","hangi {cover:pn} açık"]),
  (12,{"intent":"HassGetState","state":"closed"},["{area:rel} {cover:pn} kapalı mı","kaç {cover:n} kapalı"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["{area:rel} kapılar kilitli mi","[bütün] kapılar kilitli mi","hangi kapılar kilitli"]),
  (12,{"intent":"HassClimateGetTemperature"},["{area:gen} sıcaklığı (kaç|ne kadar|nedir)","{area:n} kaç derece","{area:loc} sıcaklık (kaç|nedir)"]),
  (10,{"intent":"HassClimateSetTemperature"},["{area:gen} sıcaklığını {#temperature} dereceye (ayarla|getir)","sıcaklığı {#temperature} derece yap"]),
  (10,{"intent":"HassSetPosition"},["{area:rel} {cover:acc} yüzde {#position} aç","{cover:acc} yüzde {#position} konumuna getir"]),
  (10,{"intent":"HassShoppingListAddItem"},["alışveriş listesine {'item} ekle","alışveriş listeme {'item} (ekle|ekler misin|yaz)","{'item} alınacaklara ekle"]),
  (8,{"intent":"HassStartTimer"},["{#minutes} dakikalık [bir] zamanlayıcı (kur|başlat)","{#minutes} dakikaya zamanlayıcı kur"]),
  (8,{"intent":"HassIncreaseTimer"},["{timer:n} zamanlayıcısına {#minutes} dakika ekle","zamanlayıcıya {#minutes} dakika (ekle|daha ekle)","{#start_hours} saatlik zamanlayıcıya {#minutes} dakika ekle"]),
  (8,{"intent":"HassDecreaseTimer"},["{timer:n} zamanlayıcısından {#minutes} dakika (çıkar|düş)","zamanlayıcıdan {#minutes} dakika çıkar","{#start_hours} saatlik zamanlayıcıdan {#minutes} dakika düş"]),
  (8,{"intent":"HassCancelTimer"},["{timer:n} zamanlayıcısını iptal et","zamanlayıcıyı (iptal et|durdur)"]),
  (6,{"intent":"HassPauseTimer"},["{timer:n} zamanlayıcısını duraklat","zamanlayıcıyı (duraklat|beklet)"]),
  (8,{"intent":"HassTimerStatus"},["{timer:n} zamanlayıcısında ne kadar kaldı","zamanlayıcıda ne kadar (süre|zaman) kaldı"]),
  (6,{"intent":"HassMediaPause"},["{media:acc} (duraklat|beklet)"]),(6,{"intent":"HassMediaNext"},["{media:loc} sonraki (şarkıya|parçaya) geç","{media:loc} sonraki şarkı"]),
  (8,{"intent":"HassSetVolume"},["{media:gen} sesini yüzde {#volume_level} yap","{media:gen} ses seviyesini {#volume_level} yap"]),
  (5,{"intent":"HassGetWeather"},["hava nasıl","bugün hava nasıl","hava durumu (nedir|nasıl)"]),
  (4,{"intent":"HassGetCurrentTime"},["saat kaç","[şu an] saat kaç"]),(4,{"intent":"HassNevermind"},["boş ver","vazgeç","önemli değil"]),
  (5,{"intent":"HassBroadcast"},["{'message} diye duyur","herkese {'message} de","anons yap {'message}"]),
 ]}
# ---------------- Hebrew: attached article and prepositions
LANGS["he"] = {
 "lists": {
  "area": L("area", [("מטבח","מטבח","במטבח","המטבח","של המטבח"),("סלון","סלון","בסלון","הסלון","של הסלון"),("חדר שינה","חדר שינה","בחדר השינה","חדר השינה","של חדר השינה"),("מוסך","מוסך","במוסך","המוסך","של המוסך"),("אמבטיה","אמבטיה","באמבטיה","האמבטיה","של האמבטיה")], ["n","loc","def","gen"]),
  "onoff": L("domain", [("light","אור","את האור","את האורות","האורות"),("fan","מאוורר","את המאוורר","את המאווררים","המאווררים"),("switch","מתג","את המתג","את המתגים","המתגים")], ["n","acc","pl","pn"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"וילון","את הווילון","את הווילונות","הווילונות"),({"device_class":"blind","domain":"cover"},"תריס","את התריס","את התריסים","התריסים"),({"device_class":"window","domain":"cover"},"חלון","את החלון","את החלונות","החלונות")], ["n","acc","pl","pn"]),
  "lightname": L("name", [("מנורת לילה","מנורת הלילה","את מנורת הלילה"),("מנורת שולחן","מנורת השולחן","את מנורת השולחן"),("מנורת חדר השינה","מנורת חדר השינה","את מנורת חדר השינה")], ["n","acc"]),
  "color": L("color", [("red","אדום","לאדום"),("blue","כחול","לכחול"),("green","ירוק","לירוק"),("white","לבן","ללבן")], ["n","dat"]),
  "media": L("name", [("טלוויזיה","הטלוויזיה","את הטלוויזיה","בטלוויזיה"),("רמקול","הרמקול","את הרמקול","ברמקול")], ["n","acc","loc"]),
  "timer": L("name", [("פיצה","הפיצה"),("תה","התה"),("פסטה","הפסטה")], ["n"]),
 },
 "texts": {"item": "חלב;לחם;ביצים;גבינה לבנה;תפוחים;עגבניות;שמן זית;תה;סוכר;קמח;נייר טואלט;משחת שיניים".split(";"), "message": "האוכל מוכן;אנחנו יוצאים;הסרט מתחיל;יש מישהו בדלת".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["(הדלק|תדליק|הפעל) [בבקשה] {onoff:acc} {area:loc}","(הדלק|תדליקי|הפעל) {onoff:pl} {area:loc}","(הדלק|תדליק) [את כל] {onoff:pn}","{area:loc} (הדלק|תדליק) {onoff:acc}"]),
  (30,{"intent":"HassTurnOff"},["(כבה|תכבה) [בבקשה] {onoff:acc} {area:loc}","(כבה|תכבי) {onoff:pl} {area:loc}","(כבה|תכבה) [את כל] {onoff:pn}","{area:loc} (כבה|תכבה) {onoff:acc}"]),
  (16,{"intent":"HassTurnOn"},["(פתח|תפתח|הרם) {cover:pl} {area:loc}","(פתח|תפתחי) {cover:acc} {area:loc}","(פתח|הרם) {cover:pl}"]),
  (16,{"intent":"HassTurnOff"},["(סגור|תסגור|הורד) {cover:pl} {area:loc}","(סגור|תסגרי) {cover:acc} {area:loc}","(סגור|הורד) {cover:pl}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["נעל את (הדלת|הדלתות) {area:loc}","(נעל|תנעל) את [כל] הדלתות"]),
  (10,{"intent":"HassTurnOff","domain":"lock"},["(פתח|בטל) את הנעילה {area:loc}","(פתח|שחרר) את [כל] המנעולים"]),
  (12,{"intent":"HassTurnOn"},["(הדלק|תדליק) {lightname:acc}"]),(12,{"intent":"HassTurnOff"},["(כבה|תכבה) {lightname:acc}"]),
  (14,{"intent":"HassLightSet"},["(שנה|קבע) את הבהירות של {lightname:n} ל{#brightness} (אחוז|%)","(קבע|כוון) את בהירות {area:def} ל-{#brightness} אחוז","בהירות {area:loc} {#brightness} אחוז"]),
  (10,{"intent":"HassLightSet"},["(שנה|צבע) {lightname:acc} {color:dat}","(שנה|צבע) את האור {area:loc} {color:dat}","אור {color:n} {area:loc}"]),
  (16,{"intent":"HassGetState","state":"on"},["האם {onoff:pn} {area:loc} (דולקים|פועלים)","אילו {onoff:pn} דולקים","כמה {onoff:pn} פועלים","יש {onoff:n} דולק {area:loc}"]),
  (12,{"intent":"HassGetState","state":"off"},["האם {onoff:pn} {area:loc} כבויים","אילו {onoff:pn} כבויים"]),
  (12,{"intent":"HassGetState","state":"open"},["האם {cover:pn} {area:loc} פתוחים","כמה {cover:pn} פתוחים","אילו {cover:pn} פתוחים"]),
  (12,{"intent":"HassGetState","state":"closed"},["האם {cover:pn} {area:loc} סגורים","כמה {cover:pn} סגורים"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["האם הדלתות {area:loc} נעולות","האם [כל] הדלתות נעולות","אילו דלתות נעולות"]),
  (12,{"intent":"HassClimateGetTemperature"},["מה הטמפרטורה {area:loc}","כמה (חם|קר) {area:loc}","מהי הטמפרטורה {area:gen}"]),
  (10,{"intent":"HassClimateSetTemperature"},["(קבע|כוון) את הטמפרטורה {area:loc} ל{#temperature} מעלות","(קבע|שנה) את הטמפרטורה ל-{#temperature} מעלות"]),
  (10,{"intent":"HassSetPosition"},["פתח {cover:acc} {area:loc} ל{#position} אחוז","(קבע|כוון) {cover:acc} ל-{#position}%"]),
  (10,{"intent":"HassShoppingListAddItem"},["הוסף {'item} לרשימת הקניות","(תוסיף|תוסיפי) {'item} לרשימה","שים {'item} ברשימת הקניות"]),
  (8,{"intent":"HassStartTimer"},["(הפעל|כוון) טיימר ל{#minutes} דקות","טיימר של {#minutes} דקות"]),
  (8,{"intent":"HassIncreaseTimer"},["הוסף {#minutes} דקות לטיימר","הוסף {#minutes} דקות לטיימר של {timer:n}"]),
  (8,{"intent":"HassDecreaseTimer"},["הורד {#minutes} דקות מהטיימר","הורד {#minutes} דקות מהטיימר של {timer:n}"]),
  (8,{"intent":"HassCancelTimer"},["(בטל|עצור) את הטיימר","בטל את הטיימר של {timer:n}"]),
  (6,{"intent":"HassPauseTimer"},["השהה את הטיימר","השהה את הטיימר של {timer:n}"]),
  (8,{"intent":"HassTimerStatus"},["כמה זמן נשאר לטיימר","כמה זמן נשאר (בטיימר|לטיימר) של {timer:n}"]),
  (6,{"intent":"HassMediaPause"},["(השהה|תשהה) {media:acc}"]),(6,{"intent":"HassMediaNext"},["(השיר|הרצועה) הבא {media:loc}","עבור לשיר הבא {media:loc}"]),
  (8,{"intent":"HassSetVolume"},["(קבע|שנה) את עוצמת הקול של {media:n} ל{#volume_level}%","עוצמת קול {media:loc} {#volume_level} אחוז"]),
  (5,{"intent":"HassGetWeather"},["מה מזג האוויר","איך מזג האוויר [היום]"]),(4,{"intent":"HassGetCurrentTime"},["מה השעה [עכשיו]"]),(4,{"intent":"HassNevermind"},["לא משנה","עזוב","לא חשוב"]),
  (5,{"intent":"HassBroadcast"},["(שדר|הכרז) {'message}","תודיע לכולם {'message}"]),
 ]}
# ---------------- Japanese: no spaces, particles, verb last
LANGS["ja"] = {"unspaced": True,
 "lists": {
  "area": L("area", [("キッチン","キッチン"),("リビング","リビング"),("寝室","寝室"),("ガレージ","ガレージ"),("お風呂","お風呂"),("玄関","玄関")], ["n"]),
  "onoff": L("domain", [("light","電気"),("light","照明"),("light","ライト"),("fan","扇風機"),("switch","スイッチ")], ["n"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"カーテン"),({"device_class":"blind","domain":"cover"},"ブラインド"),({"device_class":"window","domain":"cover"},"窓"),({"device_class":"garage","domain":"cover"},"シャッター")], ["n"]),
  "lightname": L("name", [("寝室のランプ","寝室のランプ"),("ベッドライト","ベッドライト"),("デスクランプ","デスクランプ")], ["n"]),
  "color": L("color", [("red","赤"),("blue","青"),("green","緑"),("white","白")], ["n"]),
  "media": L("name", [("テレビ","テレビ"),("スピーカー","スピーカー")], ["n"]), "timer": L("name", [("ピザ","ピザ"),("お茶","お茶"),("パスタ","パスタ")], ["n"]),
 },
 "texts": {"item": "牛乳;パン;卵;チーズ;りんご;トマト;オリーブオイル;お茶;砂糖;小麦粉;歯磨き粉".split(";"), "message": "ご飯ができたよ;出発します;映画が始まる;誰か来た".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["{area}の[すべての|全部の]{onoff}を(つけて|つけてください|オンにして)","{area}の{onoff}(つけて|オン)","{onoff}を(つけて|全部つけて)"]),
  (30,{"intent":"HassTurnOff"},["{area}の[すべての|全部の]{onoff}を(消して|消してください|オフにして|切って)","{area}の{onoff}(消して|オフ)","{onoff}を(消して|全部消して)"]),
  (16,{"intent":"HassTurnOn"},["{area}の{cover}を(開けて|開いて|開けてください|上げて)","{cover}を(開けて|上げて)"]),
  (16,{"intent":"HassTurnOff"},["{area}の{cover}を(閉めて|閉じて|閉めてください|下げて)","{cover}を(閉めて|下げて)"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["{area}の(ドア|鍵)を(ロックして|施錠して|閉めて)","[すべての]鍵をかけて"]),
  (10,{"intent":"HassTurnOff","domain":"lock"},["{area}の(ドア|鍵)を(解錠して|開けて)","[すべての]鍵を開けて"]),
  (12,{"intent":"HassTurnOn"},["{lightname}を(つけて|オンにして)"]),(12,{"intent":"HassTurnOff"},["{lightname}を(消して|オフにして)"]),
  (14,{"intent":"HassLightSet"},["{lightname}の明るさを{#brightness}(%|パーセント)に(して|設定して)","{area}の明るさを{#brightness}パーセントに(して|設定して)"]),
  (10,{"intent":"HassLightSet"},["{lightname}を{color}色に(して|変えて)","{area}の(電気|ライト)を{color}に(して|変えて)"]),
  (16,{"intent":"HassGetState","state":"on"},["{area}の{onoff}はついて(いますか|る|いる)[？]","どの{onoff}がついていますか","{onoff}はいくつついていますか"]),
  (12,{"intent":"HassGetState","state":"off"},["{area}の{onoff}は消えて(いますか|る|いる)[？]","どの{onoff}が消えていますか"]),
  (12,{"intent":"HassGetState","state":"open"},["{area}の{cover}は開いて(いますか|る|いる)[？]","{cover}はいくつ開いていますか"]),
  (12,{"intent":"HassGetState","state":"closed"},["{area}の{cover}は閉まって(いますか|る|いる)[？]","{cover}はいくつ閉まっていますか"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["{area}の鍵は(かかって|閉まって)いますか","ドアはロックされていますか","[すべての]鍵はかかっていますか"]),
  (12,{"intent":"HassClimateGetTemperature"},["{area}の(温度|室温)は(何度|いくつ)ですか","{area}は何度[ですか]","{area}の温度を教えて"]),
  (10,{"intent":"HassClimateSetTemperature"},["{area}の(温度|室温)を{#temperature}度に(して|設定して)","温度を{#temperature}度に(して|設定して)"]),
  (10,{"intent":"HassSetPosition"},["{area}の{cover}を{#position}(%|パーセント)(開けて|にして)","{cover}を{#position}%まで開けて"]),
  (10,{"intent":"HassShoppingListAddItem"},["買い物リストに{'item}を(追加して|入れて)","{'item}を(買い物リスト|リスト)に(追加|入れて)"]),
  (8,{"intent":"HassStartTimer"},["{#minutes}分のタイマーを(セットして|開始して|かけて)","タイマーを{#minutes}分にセット"]),
  (8,{"intent":"HassIncreaseTimer"},["タイマーに{#minutes}分(追加して|足して)","{timer}タイマーに{#minutes}分追加して","タイマーを{#minutes}分延長して"]),
  (8,{"intent":"HassDecreaseTimer"},["タイマーから{#minutes}分(引いて|減らして)","{timer}タイマーから{#minutes}分減らして","タイマーを{#minutes}分短くして"]),
  (8,{"intent":"HassCancelTimer"},["タイマーを(キャンセルして|止めて)","{timer}タイマーを(キャンセル|キャンセルして)"]),
  (6,{"intent":"HassPauseTimer"},["タイマーを一時停止[して]","{timer}タイマーを一時停止して"]),
  (8,{"intent":"HassTimerStatus"},["タイマーは(あと何分|残り何分)[ですか]","{timer}タイマーの残り時間は[？]","タイマーの残り時間を教えて"]),
  (6,{"intent":"HassMediaPause"},["{media}を一時停止[して]"]),(6,{"intent":"HassMediaNext"},["{media}で次の曲[を再生して]","{media}の次の曲"]),
  (8,{"intent":"HassSetVolume"},["{media}の音量を{#volume_level}(%|パーセント|)にして"]),
  (5,{"intent":"HassGetWeather"},["(今日の|)天気は[どうですか]","天気を教えて"]),(4,{"intent":"HassGetCurrentTime"},["(今|)何時(ですか|)"]),(4,{"intent":"HassNevermind"},["なんでもない","やっぱりいい","気にしないで"]),
  (5,{"intent":"HassBroadcast"},["{'message}とアナウンスして","みんなに{'message}と伝えて"]),
 ]}
# ---------------- Thai: no spaces, verb first, modifiers behind
LANGS["th"] = {"unspaced": True,
 "lists": {
  "area": L("area", [("ห้องครัว","ห้องครัว"),("ห้องนั่งเล่น","ห้องนั่งเล่น"),("ห้องนอน","ห้องนอน"),("โรงรถ","โรงรถ"),("ห้องน้ำ","ห้องน้ำ")], ["n"]),
  "onoff": L("domain", [("light","ไฟ"),("light","หลอดไฟ"),("fan","พัดลม"),("switch","สวิตช์")], ["n"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"ผ้าม่าน"),({"device_class":"blind","domain":"cover"},"มู่ลี่"),({"device_class":"window","domain":"cover"},"หน้าต่าง")], ["n"]),
  "lightname": L("name", [("โคมไฟห้องนอน","โคมไฟห้องนอน"),("โคมไฟตั้งโต๊ะ","โคมไฟตั้งโต๊ะ"),("ไฟหัวเตียง","ไฟหัวเตียง")], ["n"]),
  "color": L("color", [("red","แดง"),("blue","น้ำเงิน"),("green","เขียว"),("white","ขาว")], ["n"]),
  "media": L("name", [("ทีวี","ทีวี"),("ลำโพง","ลำโพง")], ["n"]), "timer": L("name", [("พิซซ่า","พิซซ่า"),("ชา","ชา"),("พาสต้า","พาสต้า")], ["n"]),
 },
 "texts": {"item": "นม;ขนมปัง;ไข่;ชีส;แอปเปิล;มะเขือเทศ;น้ำมันมะกอก;น้ำตาล;แป้ง;ยาสีฟัน".split(";"), "message": "อาหารพร้อมแล้ว;เรากำลังจะไป;หนังเริ่มแล้ว".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["[ช่วย]เปิด{onoff}[ทั้งหมด|ทุกดวง][ใน|ที่]{area}[หน่อย]","เปิด{onoff}[ทั้งหมด]"]),(30,{"intent":"HassTurnOff"},["[ช่วย]ปิด{onoff}[ทั้งหมด|ทุกดวง][ใน|ที่]{area}[หน่อย]","(ปิด|ดับ){onoff}[ทั้งหมด]"]),
  (16,{"intent":"HassTurnOn"},["(เปิด|ยก){cover}[ใน|ที่]{area}","(เปิด|ยก){cover}[ทั้งหมด]"]),(16,{"intent":"HassTurnOff"},["(ปิด|ลด){cover}[ใน|ที่]{area}","(ปิด|ลด){cover}[ทั้งหมด]"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["ล็อกประตู[ใน|ที่]{area}","ล็อกประตู[ทั้งหมด|ทุกบาน]"]),(10,{"intent":"HassTurnOff","domain":"lock"},["ปลดล็อกประตู[ใน|ที่]{area}","ปลดล็อกประตู[ทั้งหมด|ทุกบาน]"]),
  (12,{"intent":"HassTurnOn"},["เปิด{lightname}[หน่อย]"]),(12,{"intent":"HassTurnOff"},["ปิด{lightname}[หน่อย]"]),
  (14,{"intent":"HassLightSet"},["(ตั้ง|ปรับ)ความสว่าง{lightname}เป็น {#brightness}(%|เปอร์เซ็นต์)","(ตั้ง|ปรับ)ความสว่าง[ใน]{area}(เป็น|ที่) {#brightness} เปอร์เซ็นต์"]),
  (10,{"intent":"HassLightSet"},["เปลี่ยน{lightname}เป็นสี{color}","(เปลี่ยน|ปรับ)ไฟ[ใน]{area}เป็นสี{color}"]),
  (16,{"intent":"HassGetState","state":"on"},["{onoff}ใน{area}เปิดอยู่(ไหม|หรือเปล่า)","{onoff}ไหนเปิดอยู่","มี{onoff}เปิดอยู่กี่ดวง"]),(12,{"intent":"HassGetState","state":"off"},["{onoff}ใน{area}ปิดอยู่(ไหม|หรือเปล่า)","{onoff}ไหนปิดอยู่"]),
  (12,{"intent":"HassGetState","state":"open"},["{cover}ใน{area}เปิดอยู่(ไหม|หรือเปล่า)","{cover}ไหนเปิดอยู่"]),(12,{"intent":"HassGetState","state":"closed"},["{cover}ใน{area}ปิดอยู่(ไหม|หรือเปล่า)","{cover}ไหนปิดอยู่"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["ประตู[ใน]{area}ล็อก(อยู่ไหม|หรือยัง)","ประตูทุกบานล็อกหรือยัง"]),
  (12,{"intent":"HassClimateGetTemperature"},["อุณหภูมิ[ใน]{area}(เท่าไหร่|กี่องศา)","{area}(ร้อน|หนาว)แค่ไหน"]),(10,{"intent":"HassClimateSetTemperature"},["(ตั้ง|ปรับ)อุณหภูมิ[ใน]{area}เป็น {#temperature} องศา","(ตั้ง|ปรับ)อุณหภูมิเป็น {#temperature} องศา"]),
  (10,{"intent":"HassSetPosition"},["เปิด{cover}[ใน]{area} {#position}(%|เปอร์เซ็นต์)","ปรับ{cover}เป็น {#position}%"]),
  (10,{"intent":"HassShoppingListAddItem"},["เพิ่ม{'item}(ใน|ลงใน)รายการซื้อของ","ใส่{'item}ในรายการซื้อของ"]),(8,{"intent":"HassStartTimer"},["ตั้งเวลา {#minutes} นาที","(เริ่ม|ตั้ง)จับเวลา {#minutes} นาที"]),
  (8,{"intent":"HassIncreaseTimer"},["เพิ่มเวลา[อีก] {#minutes} นาที","เพิ่มเวลา{timer} {#minutes} นาที"]),(8,{"intent":"HassDecreaseTimer"},["ลดเวลา[ลง] {#minutes} นาที","ลดเวลา{timer} {#minutes} นาที"]),
  (8,{"intent":"HassCancelTimer"},["ยกเลิก(ตัวจับเวลา|การจับเวลา)","ยกเลิกตัวจับเวลา{timer}"]),(6,{"intent":"HassPauseTimer"},["หยุด(ตัวจับเวลา|การจับเวลา)ชั่วคราว","หยุดตัวจับเวลา{timer}ชั่วคราว"]),
  (8,{"intent":"HassTimerStatus"},["เหลือเวลา(เท่าไหร่|กี่นาที)","ตัวจับเวลา{timer}เหลือ(เท่าไหร่|กี่นาที)"]),(6,{"intent":"HassMediaPause"},["หยุด{media}ชั่วคราว","พัก{media}"]),(6,{"intent":"HassMediaNext"},["เพลงถัดไป(บน|ที่){media}","เล่นเพลงถัดไปบน{media}"]),
  (8,{"intent":"HassSetVolume"},["(ตั้ง|ปรับ)เสียง{media}เป็น {#volume_level}(%|เปอร์เซ็นต์)"]),(5,{"intent":"HassGetWeather"},["อากาศเป็นอย่างไร","[วันนี้]อากาศเป็นยังไง"]),(4,{"intent":"HassGetCurrentTime"},["กี่โมงแล้ว","[ตอนนี้]กี่โมง"]),(4,{"intent":"HassNevermind"},["ไม่เป็นไร","ช่างมัน"]),
  (5,{"intent":"HassBroadcast"},["ประกาศว่า{'message}","บอกทุกคนว่า{'message}"]),
 ]}
# ---------------- Czech: inflected names; values with their forms, as the data of Polish has them
LANGS["cs"] = {
 "lists": {
  "area": L("area", [(["Kuchyně","Kuchyni"],"kuchyně","v kuchyni","kuchyně"),(["Obývací pokoj","Obývacím pokoji","Obýváku"],"obývák","v (obýváku|obývacím pokoji)","obýváku"),("Ložnice","ložnice","v ložnici","ložnice"),("Garáž","garáž","v garáži","garáže"),("Koupelna","koupelna","v koupelně","koupelny")], ["n","loc","gen"]),
  "onoff": L("domain", [("light","světlo","světlo","světla","světel"),("fan","ventilátor","ventilátor","ventilátory","ventilátorů"),("switch","zásuvka","zásuvku","zásuvky","zásuvek")], ["n","acc","pl","gpl"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"závěs","závěs","závěsy","závěsů"),({"device_class":"blind","domain":"cover"},"žaluzie","žaluzii","žaluzie","žaluzií"),({"device_class":"window","domain":"cover"},"okno","okno","okna","oken"),({"device_class":"shutter","domain":"cover"},"roleta","roletu","rolety","rolet")], ["n","acc","pl","gpl"]),
  "lightname": L("name", [(["Noční lampička","Noční lampičku"],"noční lampička","noční lampičku","noční lampičky"),(["Stolní lampa","Stolní lampu"],"stolní lampa","stolní lampu","stolní lampy"),(["Lampa v ložnici","Lampu v ložnici"],"lampa v ložnici","lampu v ložnici","lampy v ložnici")], ["n","acc","gen"]),
  "color": L("color", [("red","červená","na červenou","červeně"),("blue","modrá","na modrou","modře"),("green","zelená","na zelenou","zeleně"),("white","bílá","na bílou","bíle")], ["n","acc","adv"]),
  "media": L("name", [("Televize","televize","televizi","na televizi","televize"),("Reproduktor","reproduktor","reproduktor","na reproduktoru","reproduktoru")], ["n","acc","loc","gen"]),
  "timer": L("name", [("pizza","pizzu"),("čaj","čaj"),("těstoviny","těstoviny")], ["n"]),
 },
 "texts": {"item": "mléko;chleba;vejce;bílý jogurt;jablka;rajčata;olivový olej;čaj;cukr;mouku;toaletní papír;zubní pastu".split(";"), "message": "večeře je hotová;odjíždíme;film začíná;někdo je u dveří".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["[prosím] (zapni|rozsviť|zapněte) {onoff:acc} {area:loc}","(zapni|zapnout) [všechny|všechna] {onoff:pl} {area:loc}","(zapni|zapněte) [všechna] {onoff:pl}","{area:loc} zapni {onoff:pl}"]),
  (30,{"intent":"HassTurnOff"},["[prosím] (vypni|zhasni|vypněte) {onoff:acc} {area:loc}","(vypni|vypnout) [všechny|všechna] {onoff:pl} {area:loc}","(vypni|vypněte) [všechna] {onoff:pl}","{area:loc} vypni {onoff:pl}"]),
  (16,{"intent":"HassTurnOn"},["(otevři|vytáhni|otevřete) {cover:pl} {area:loc}","otevři {cover:acc} {area:loc}","(otevři|vytáhni) [všechny] {cover:pl}"]),(16,{"intent":"HassTurnOff"},["(zavři|zatáhni|zavřete) {cover:pl} {area:loc}","zavři {cover:acc} {area:loc}","(zavři|stáhni) [všechny] {cover:pl}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["(zamkni|zamkněte) dveře {area:loc}","zamkni [všechny] dveře"]),(10,{"intent":"HassTurnOff","domain":"lock"},["(odemkni|odemkněte) dveře {area:loc}","odemkni [všechny] dveře"]),
  (12,{"intent":"HassTurnOn"},["(zapni|rozsviť) {lightname:acc}"]),(12,{"intent":"HassTurnOff"},["(vypni|zhasni) {lightname:acc}"]),
  (14,{"intent":"HassLightSet"},["nastav jas {lightname:gen} na {#brightness} (procent|%)","nastav jas {area:loc} na {#brightness} (procent|%)","jas {area:gen} {#brightness} procent"]),
  (10,{"intent":"HassLightSet"},["(změň|nastav) {lightname:acc} {color:acc}","(změň|přepni) světla {area:loc} {color:acc}","rozsviť {color:adv} světlo {area:loc}"]),
  (16,{"intent":"HassGetState","state":"on"},["(jsou|je) {area:loc} {onoff:pl} (zapnuté|zapnutá)","která {onoff:pl} jsou zapnutá","kolik {onoff:gpl} je zapnutých","je zapnuté nějaké {onoff:n} {area:loc}"]),(12,{"intent":"HassGetState","state":"off"},["(jsou|je) {area:loc} {onoff:pl} (vypnuté|vypnutá)","které {onoff:pl} jsou vypnuté"]),
  (12,{"intent":"HassGetState","state":"open"},["jsou {cover:pl} {area:loc} (otevřené|otevřená)","kolik {cover:gpl} je otevřených","která {cover:pl} jsou otevřená"]),(12,{"intent":"HassGetState","state":"closed"},["jsou {cover:pl} {area:loc} (zavřené|zavřená)","kolik {cover:gpl} je zavřených"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["jsou dveře {area:loc} (zamčené|zamknuté)","jsou [všechny] dveře zamčené","které dveře jsou zamčené"]),
  (12,{"intent":"HassClimateGetTemperature"},["jaká je teplota {area:loc}","kolik (je|máme) stupňů {area:loc}","teplota {area:gen}"]),(10,{"intent":"HassClimateSetTemperature"},["nastav teplotu {area:loc} na {#temperature} (stupňů|°C)","nastav teplotu na {#temperature} stupňů"]),
  (10,{"intent":"HassSetPosition"},["otevři {cover:acc} {area:loc} na {#position} (procent|%)","nastav {cover:acc} na {#position} %"]),
  (10,{"intent":"HassShoppingListAddItem"},["přidej {'item} na nákupní seznam","(zapiš|dej) {'item} na [můj] nákupní seznam"]),(8,{"intent":"HassStartTimer"},["nastav (časovač|minutku) na {#minutes} minut","spusť minutku na {#minutes} minut"]),
  (8,{"intent":"HassIncreaseTimer"},["přidej {#minutes} minut (k časovači|na časovač)","přidej {#minutes} minut k časovači na {timer:n}","prodluž {#start_hours} hodinový časovač o {#minutes} minut"]),(8,{"intent":"HassDecreaseTimer"},["uber {#minutes} minut z časovače","uber {#minutes} minut z časovače na {timer:n}","zkrať {#start_hours} hodinový časovač o {#minutes} minut"]),
  (8,{"intent":"HassCancelTimer"},["(zruš|zastav) časovač","zruš časovač na {timer:n}"]),(6,{"intent":"HassPauseTimer"},["pozastav časovač","pozastav časovač na {timer:n}"]),(8,{"intent":"HassTimerStatus"},["kolik (času|minut) zbývá na časovači","kolik zbývá na časovači na {timer:n}"]),
  (6,{"intent":"HassMediaPause"},["pozastav {media:acc}"]),(6,{"intent":"HassMediaNext"},["další (skladba|píseň) {media:loc}","přeskoč na další skladbu {media:loc}"]),(8,{"intent":"HassSetVolume"},["nastav hlasitost {media:gen} na {#volume_level} (%|procent)","hlasitost {media:loc} {#volume_level} %"]),
  (5,{"intent":"HassGetWeather"},["jaké je [dnes|venku] počasí","jak je venku"]),(4,{"intent":"HassGetCurrentTime"},["kolik je hodin","jaký je čas"]),(4,{"intent":"HassNevermind"},["zapomeň na to","nevadí","nic"]),(5,{"intent":"HassBroadcast"},["(oznam|vyhlas) {'message}","řekni všem {'message}"]),
 ]}
# ---------------- Hungarian: many cases, no gender, verb particles that part
LANGS["hu"] = {
 "lists": {
  "area": L("area", [("Konyha","konyha","a konyhában","a konyhai","a konyha"),("Nappali","nappali","a nappaliban","a nappali","a nappali"),("Hálószoba","hálószoba","a hálószobában","a hálószobai","a hálószoba"),("Garázs","garázs","a garázsban","a garázs","a garázs"),("Fürdőszoba","fürdőszoba","a fürdőszobában","a fürdőszobai","a fürdőszoba")], ["n","loc","adj","def"]),
  "onoff": L("domain", [("light","lámpa","lámpát","lámpákat","lámpák"),("light","világítás","világítást","világításokat","fények"),("fan","ventilátor","ventilátort","ventilátorokat","ventilátorok"),("switch","kapcsoló","kapcsolót","kapcsolókat","kapcsolók")], ["n","acc","pl","pn"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"függöny","függönyt","függönyöket","függönyök"),({"device_class":"blind","domain":"cover"},"redőny","redőnyt","redőnyöket","redőnyök"),({"device_class":"window","domain":"cover"},"ablak","ablakot","ablakokat","ablakok")], ["n","acc","pl","pn"]),
  "lightname": L("name", [("Éjjeli lámpa","az éjjeli lámpa","az éjjeli lámpát","az éjjeli lámpa"),("Asztali lámpa","az asztali lámpa","az asztali lámpát","az asztali lámpa"),("Olvasólámpa","az olvasólámpa","az olvasólámpát","az olvasólámpa")], ["n","acc","gen"]),
  "color": L("color", [("red","piros","pirosra"),("blue","kék","kékre"),("green","zöld","zöldre"),("white","fehér","fehérre")], ["n","sub"]),
  "media": L("name", [("TV","a tv","a tv-t","a tv-n"),("Hangszóró","a hangszóró","a hangszórót","a hangszórón")], ["n","acc","loc"]), "timer": L("name", [("pizza","pizza"),("tea","tea"),("tészta","tészta")], ["n"]),
 },
 "texts": {"item": "tej;kenyér;tojás;sajt;alma;paradicsom;olíva olaj;tea;cukor;liszt;fogkrém".split(";"), "itemacc": [], "message": "kész a vacsora;indulunk;kezdődik a film".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["(kapcsold|kapcsolja) (fel|be) {area:loc} a {onoff:acc}","(kapcsold|kapcsolja) fel [az összes|a] {onoff:acc} {area:loc}","{area:loc} kapcsold fel a {onoff:pl}","(kapcsold|gyújtsd) fel [az összes] {onoff:acc}","{area:adj} {onoff:acc} kapcsold be"]),
  (30,{"intent":"HassTurnOff"},["(kapcsold|kapcsolja) (le|ki) {area:loc} a {onoff:acc}","(kapcsold|kapcsolja) le [az összes|a] {onoff:acc} {area:loc}","{area:loc} kapcsold le a {onoff:pl}","(kapcsold|oltsd) le [az összes] {onoff:acc}","{area:adj} {onoff:acc} kapcsold ki"]),
  (16,{"intent":"HassTurnOn"},["(nyisd ki|húzd fel) {area:loc} a {cover:pl}","nyisd ki a {cover:acc} {area:loc}","(nyisd ki|húzd fel) [az összes] {cover:acc}"]),(16,{"intent":"HassTurnOff"},["(csukd be|húzd le|zárd be) {area:loc} a {cover:pl}","csukd be a {cover:acc} {area:loc}","(csukd be|húzd le) [az összes] {cover:acc}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["zárd be az ajtót {area:loc}","zárd be [az összes] ajtót"]),(10,{"intent":"HassTurnOff","domain":"lock"},["nyisd ki az ajtót {area:loc}","nyisd ki [az összes] (ajtót|zárat)"]),
  (12,{"intent":"HassTurnOn"},["kapcsold (fel|be) {lightname:acc}"]),(12,{"intent":"HassTurnOff"},["kapcsold (le|ki) {lightname:acc}"]),
  (14,{"intent":"HassLightSet"},["állítsd {lightname:gen} fényerejét {#brightness} (százalékra|%-ra)","{area:loc} a fényerő legyen {#brightness} (százalék|%)","állítsd {area:def} fényerejét {#brightness} százalékra"]),
  (10,{"intent":"HassLightSet"},["állítsd {lightname:acc} {color:sub}","állítsd {area:loc} a (fényt|lámpát) {color:sub}","legyen {color:n} a fény {area:loc}"]),
  (16,{"intent":"HassGetState","state":"on"},["(be vannak|fel vannak) kapcsolva {area:loc} a {onoff:pn}","melyik {onoff:n} van (bekapcsolva|felkapcsolva)","hány {onoff:n} van bekapcsolva","ég valamelyik {onoff:n} {area:loc}"]),(12,{"intent":"HassGetState","state":"off"},["(ki vannak|le vannak) kapcsolva {area:loc} a {onoff:pn}","melyik {onoff:n} van (kikapcsolva|lekapcsolva)"]),
  (12,{"intent":"HassGetState","state":"open"},["nyitva vannak {area:loc} a {cover:pn}","hány {cover:n} van nyitva","melyik {cover:n} van nyitva"]),(12,{"intent":"HassGetState","state":"closed"},["(zárva|csukva) vannak {area:loc} a {cover:pn}","hány {cover:n} van (zárva|csukva)"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["(zárva|bezárva) van az ajtó {area:loc}","melyik ajtó van bezárva","be van zárva [az összes|minden] ajtó"]),
  (12,{"intent":"HassClimateGetTemperature"},["hány fok van {area:loc}","mennyi a hőmérséklet {area:loc}","milyen (meleg|hideg) van {area:loc}"]),(10,{"intent":"HassClimateSetTemperature"},["állítsd a hőmérsékletet {#temperature} fokra {area:loc}","legyen {#temperature} fok {area:loc}","állítsd a hőmérsékletet {#temperature} fokra"]),
  (10,{"intent":"HassSetPosition"},["nyisd ki {area:loc} a {cover:acc} {#position} százalékra","állítsd a {cover:acc} {#position}%-ra"]),
  (10,{"intent":"HassShoppingListAddItem"},["(add|írd) hozzá a bevásárlólistához {'item}","{'item} kerüljön a bevásárlólistára","tedd fel a listára {'item}"]),(8,{"intent":"HassStartTimer"},["(indíts|állíts be) egy {#minutes} perces időzítőt","időzítő {#minutes} percre"]),
  (8,{"intent":"HassIncreaseTimer"},["adj hozzá {#minutes} percet az időzítőhöz","adj {#minutes} percet a {timer:n} időzítőhöz","növeld a {#start_hours} órás időzítőt {#minutes} perccel"]),(8,{"intent":"HassDecreaseTimer"},["vegyél el {#minutes} percet az időzítőből","vegyél el {#minutes} percet a {timer:n} időzítőből","csökkentsd a {#start_hours} órás időzítőt {#minutes} perccel"]),
  (8,{"intent":"HassCancelTimer"},["(töröld|állítsd le) az időzítőt","töröld a {timer:n} időzítőt"]),(6,{"intent":"HassPauseTimer"},["szüneteltesd az időzítőt","szüneteltesd a {timer:n} időzítőt"]),(8,{"intent":"HassTimerStatus"},["mennyi (idő|) van hátra az időzítőből","mennyi van hátra a {timer:n} időzítőből"]),
  (6,{"intent":"HassMediaPause"},["szüneteltesd {media:acc}","állítsd meg {media:acc}"]),(6,{"intent":"HassMediaNext"},["következő (szám|dal) {media:loc}","ugorj a következő számra {media:loc}"]),(8,{"intent":"HassSetVolume"},["állítsd {media:n} hangerejét {#volume_level} százalékra","legyen a hangerő {media:loc} {#volume_level}%"]),
  (5,{"intent":"HassGetWeather"},["milyen az idő [ma|odakint]","milyen idő van"]),(4,{"intent":"HassGetCurrentTime"},["mennyi az idő","hány óra van"]),(4,{"intent":"HassNevermind"},["hagyjuk","mindegy","felejtsd el"]),(5,{"intent":"HassBroadcast"},["(közöld|mondd) mindenkinek {'message}","hangosbemondó {'message}"]),
 ]}
# ---------------- Vietnamese: syllables apart, classifiers, modifiers behind
LANGS["vi"] = {
 "lists": {
  "area": L("area", [("Nhà bếp","nhà bếp"),("Phòng khách","phòng khách"),("Phòng ngủ","phòng ngủ"),("Nhà xe","nhà xe"),("Phòng tắm","phòng tắm")], ["n"]),
  "onoff": L("domain", [("light","đèn"),("fan","quạt"),("switch","công tắc")], ["n"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"rèm"),({"device_class":"blind","domain":"cover"},"màn cuốn"),({"device_class":"window","domain":"cover"},"cửa sổ"),({"device_class":"garage","domain":"cover"},"cửa nhà xe")], ["n"]),
  "lightname": L("name", [("Đèn ngủ","đèn ngủ"),("Đèn bàn","đèn bàn"),("Đèn phòng ngủ","đèn phòng ngủ")], ["n"]),
  "color": L("color", [("red","đỏ"),("blue","xanh dương"),("green","xanh lá"),("white","trắng")], ["n"]),
  "media": L("name", [("TV","tv"),("Loa","loa")], ["n"]), "timer": L("name", [("pizza","pizza"),("trà","trà"),("mì ý","mì ý")], ["n"]),
 },
 "texts": {"item": "sữa;bánh mì;trứng;phô mai;táo;cà chua;dầu ô liu;trà;đường;bột mì;kem đánh răng".split(";"), "message": "cơm đã sẵn sàng;chúng ta đi thôi;phim bắt đầu rồi".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["[vui lòng] (bật|mở) [tất cả|các] {onoff} [ở|trong] {area}","(bật|mở) [tất cả] {onoff}","bật {onoff} trong {area} lên"]),(30,{"intent":"HassTurnOff"},["[vui lòng] (tắt) [tất cả|các] {onoff} [ở|trong] {area}","tắt [hết|tất cả] {onoff}","tắt {onoff} trong {area} đi"]),
  (16,{"intent":"HassTurnOn"},["(mở|kéo) {cover} [ở|trong] {area} [lên|ra]","mở [tất cả] {cover}"]),(16,{"intent":"HassTurnOff"},["(đóng|kéo) {cover} [ở|trong] {area} (xuống|lại)","đóng [tất cả] {cover}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["khóa cửa [ở|trong] {area}","khóa [tất cả] cửa [lại]"]),(10,{"intent":"HassTurnOff","domain":"lock"},["mở khóa cửa [ở|trong] {area}","mở khóa [tất cả] cửa"]),
  (12,{"intent":"HassTurnOn"},["(bật|mở) {lightname}"]),(12,{"intent":"HassTurnOff"},["tắt {lightname} [đi]"]),
  (14,{"intent":"HassLightSet"},["(đặt|chỉnh) độ sáng {lightname} (thành|là) {#brightness} (phần trăm|%)","(đặt|chỉnh) độ sáng {area} ở mức {#brightness} phần trăm"]),(10,{"intent":"HassLightSet"},["(đổi|chỉnh) {lightname} thành màu {color}","(đổi|chuyển) đèn {area} sang màu {color}"]),
  (16,{"intent":"HassGetState","state":"on"},["{onoff} {area} (đang bật|có bật) không","{onoff} nào đang bật","có bao nhiêu {onoff} đang bật"]),(12,{"intent":"HassGetState","state":"off"},["{onoff} {area} (đang tắt|đã tắt) (không|chưa)","{onoff} nào đang tắt"]),
  (12,{"intent":"HassGetState","state":"open"},["{cover} {area} (đang mở|có mở) không","có bao nhiêu {cover} đang mở"]),(12,{"intent":"HassGetState","state":"closed"},["{cover} {area} (đang đóng|đã đóng) (không|chưa)","có bao nhiêu {cover} đang đóng"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["cửa {area} đã khóa chưa","[tất cả] các cửa đã khóa chưa","cửa nào đang khóa"]),
  (12,{"intent":"HassClimateGetTemperature"},["nhiệt độ [ở|trong] {area} là bao nhiêu","{area} bao nhiêu độ","[trong] {area} (nóng|lạnh) thế nào"]),(10,{"intent":"HassClimateSetTemperature"},["(đặt|chỉnh) nhiệt độ {area} (thành|là) {#temperature} độ","(đặt|chỉnh) nhiệt độ {#temperature} độ"]),
  (10,{"intent":"HassSetPosition"},["mở {cover} {area} {#position} (phần trăm|%)","(đặt|chỉnh) {cover} ở mức {#position}%"]),(10,{"intent":"HassShoppingListAddItem"},["thêm {'item} vào danh sách mua sắm","(cho|ghi) {'item} vào danh sách [mua sắm]"]),
  (8,{"intent":"HassStartTimer"},["(hẹn|đặt) giờ {#minutes} phút","đặt bộ hẹn giờ {#minutes} phút"]),(8,{"intent":"HassIncreaseTimer"},["thêm {#minutes} phút vào bộ hẹn giờ","thêm {#minutes} phút vào bộ hẹn giờ {timer}"]),(8,{"intent":"HassDecreaseTimer"},["bớt {#minutes} phút (khỏi|từ) bộ hẹn giờ","bớt {#minutes} phút khỏi bộ hẹn giờ {timer}"]),
  (8,{"intent":"HassCancelTimer"},["(hủy|dừng) bộ hẹn giờ","hủy bộ hẹn giờ {timer}"]),(6,{"intent":"HassPauseTimer"},["tạm dừng bộ hẹn giờ","tạm dừng bộ hẹn giờ {timer}"]),(8,{"intent":"HassTimerStatus"},["bộ hẹn giờ còn bao (lâu|nhiêu phút)","bộ hẹn giờ {timer} còn bao lâu"]),
  (6,{"intent":"HassMediaPause"},["tạm dừng {media}"]),(6,{"intent":"HassMediaNext"},["bài (tiếp theo|kế) trên {media}","chuyển bài tiếp theo trên {media}"]),(8,{"intent":"HassSetVolume"},["(đặt|chỉnh) âm lượng {media} (thành|là) {#volume_level} (%|phần trăm)"]),
  (5,{"intent":"HassGetWeather"},["thời tiết [hôm nay] thế nào","trời [hôm nay] thế nào"]),(4,{"intent":"HassGetCurrentTime"},["mấy giờ rồi","bây giờ là mấy giờ"]),(4,{"intent":"HassNevermind"},["không có gì","thôi bỏ đi","bỏ qua"]),(5,{"intent":"HassBroadcast"},["(thông báo|nói) với mọi người [rằng] {'message}","phát thông báo {'message}"]),
 ]}
# ---------------- Korean: particles on nouns, verb last
LANGS["ko"] = {
 "lists": {
  "area": L("area", [("주방","주방"),("거실","거실"),("침실","침실"),("차고","차고"),("욕실","욕실"),("아이 방","아이 방")], ["n"]),
  "onoff": L("domain", [("light","불을","불이","불"),("light","조명을","조명이","조명"),("fan","선풍기를","선풍기가","선풍기"),("switch","콘센트를","콘센트가","콘센트")], ["acc","nom","n"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"커튼을","커튼이","커튼"),({"device_class":"blind","domain":"cover"},"블라인드를","블라인드가","블라인드"),({"device_class":"window","domain":"cover"},"창문을","창문이","창문"),({"device_class":"garage","domain":"cover"},"차고 문을","차고 문이","차고 문")], ["acc","nom","n"]),
  "lightname": L("name", [("침실 스탠드","침실 스탠드를","침실 스탠드"),("독서등","독서등을","독서등"),("현관등","현관등을","현관등")], ["acc","n"]),
  "color": L("color", [("red","빨간색으로"),("blue","파란색으로"),("green","초록색으로"),("white","하얀색으로")], ["to"]),
  "media": L("name", [("텔레비전","텔레비전을","텔레비전에서","텔레비전"),("스피커","스피커를","스피커에서","스피커")], ["acc","loc","n"]),
  "timer": L("name", [("피자","피자"),("차","차"),("파스타","파스타")], ["n"]),
 },
 "texts": {"item": "우유;빵;달걀;치즈;사과;토마토;올리브유;설탕;밀가루;휴지;치약".split(";"), "message": "밥 다 됐어;우리 이제 나가;영화 시작한다;누가 왔어".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["{area} [모든] {onoff:acc} (켜|켜줘|켜 주세요)","{area}에 있는 {onoff:acc} (켜|켜줘)","{onoff:acc} [다|모두] (켜|켜줘)"]),
  (30,{"intent":"HassTurnOff"},["{area} [모든] {onoff:acc} (꺼|꺼줘|꺼 주세요)","{area}에 있는 {onoff:acc} (꺼|꺼줘)","{onoff:acc} [다|모두] (꺼|꺼줘)"]),
  (16,{"intent":"HassTurnOn"},["{area} {cover:acc} (열어|열어줘|올려)","{cover:acc} (열어줘|올려줘)"]),
  (16,{"intent":"HassTurnOff"},["{area} {cover:acc} (닫아|닫아줘|내려)","{cover:acc} (닫아줘|내려줘)"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["{area} 문을 (잠가|잠가줘)","[모든] 문을 (잠가|잠가줘)"]),
  (10,{"intent":"HassTurnOff","domain":"lock"},["{area} 문 잠금을 (풀어|해제해줘)","[모든] 문 잠금을 (풀어|해제해줘)"]),
  (12,{"intent":"HassTurnOn"},["{lightname:acc} (켜|켜줘)"]),(12,{"intent":"HassTurnOff"},["{lightname:acc} (꺼|꺼줘)"]),
  (14,{"intent":"HassLightSet"},["{lightname:n} 밝기를 {#brightness}(%|퍼센트)로 (해줘|맞춰줘)","{area} [조명] 밝기를 {#brightness}퍼센트로 (해줘|설정해)"]),
  (10,{"intent":"HassLightSet"},["{lightname:acc} {color:to} (바꿔|바꿔줘)","{area} (조명을|불을) {color:to} (바꿔줘|해줘)"]),
  (16,{"intent":"HassGetState","state":"on"},["{area} {onoff:nom} 켜져 (있어|있나요)","어떤 {onoff:nom} 켜져 있어","켜진 {onoff:nom} 몇 개야"]),
  (12,{"intent":"HassGetState","state":"off"},["{area} {onoff:nom} 꺼져 (있어|있나요)","어떤 {onoff:nom} 꺼져 있어"]),
  (12,{"intent":"HassGetState","state":"open"},["{area} {cover:nom} 열려 (있어|있나요)","열린 {cover:nom} 몇 개야"]),
  (12,{"intent":"HassGetState","state":"closed"},["{area} {cover:nom} 닫혀 (있어|있나요)","닫힌 {cover:nom} 몇 개야"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["{area} 문이 잠겨 (있어|있나요)","[모든] 문이 잠겼어"]),
  (12,{"intent":"HassClimateGetTemperature"},["{area} 온도가 (몇 도야|어때)","{area}[은|는] 몇 도야","지금 {area} 온도 알려줘"]),
  (10,{"intent":"HassClimateSetTemperature"},["{area} 온도를 {#temperature}도로 (맞춰|맞춰줘|설정해)","온도를 {#temperature}도로 (맞춰줘|해줘)"]),
  (10,{"intent":"HassSetPosition"},["{area} {cover:acc} {#position}(%|퍼센트) 열어줘","{cover:acc} {#position}%로 맞춰줘"]),
  (10,{"intent":"HassShoppingListAddItem"},["장보기 목록에 {'item} (추가해|추가해줘|넣어줘)","{'item} 장보기 목록에 (추가해줘|적어줘)"]),
  (8,{"intent":"HassStartTimer"},["{#minutes}분 타이머 (시작|맞춰줘)","타이머 {#minutes}분 시작해줘"]),
  (8,{"intent":"HassIncreaseTimer"},["타이머에 {#minutes}분 (더해줘|추가해)","{timer} 타이머에 {#minutes}분 추가해"]),
  (8,{"intent":"HassDecreaseTimer"},["타이머에서 {#minutes}분 (빼줘|줄여)","{timer} 타이머에서 {#minutes}분 빼줘"]),
  (8,{"intent":"HassCancelTimer"},["타이머 (취소|취소해줘)","{timer} 타이머 취소해줘"]),(6,{"intent":"HassPauseTimer"},["타이머 일시정지[해줘]","{timer} 타이머 일시정지"]),
  (8,{"intent":"HassTimerStatus"},["타이머 얼마나 남았어","{timer} 타이머 얼마나 남았어","타이머 남은 시간 알려줘"]),
  (6,{"intent":"HassMediaPause"},["{media:acc} (일시정지해|멈춰줘)"]),(6,{"intent":"HassMediaNext"},["{media:loc} 다음 곡 (틀어줘|재생)","{media:n} 다음 곡으로 넘겨"]),
  (8,{"intent":"HassSetVolume"},["{media:n} (볼륨을|소리를) {#volume_level}(%|퍼센트|)로 (해줘|맞춰)"]),
  (8,{"intent":"HassVacuumStart"},["청소기 (돌려|시작해줘)","로봇청소기 (돌려줘|작동시켜)"]),(6,{"intent":"HassVacuumReturnToBase"},["청소기 충전하러 보내","로봇청소기 (제자리로 보내|충전해)"]),
  (5,{"intent":"HassGetWeather"},["[오늘] 날씨 (어때|알려줘)"]),(4,{"intent":"HassGetCurrentTime"},["[지금] 몇 시야","[지금] 시간 알려줘"]),(4,{"intent":"HassNevermind"},["됐어","아니야","신경 쓰지 마"]),
  (5,{"intent":"HassBroadcast"},["{'message} 라고 (방송해|알려줘)","모두에게 {'message} 라고 말해"]),
 ]}
# ---------------- Russian: cases, free order
LANGS["ru"] = {
 "lists": {
  "area": L("area", [("Кухня","на кухне","кухни"),("Гостиная","в гостиной","гостиной"),("Спальня","в спальне","спальни"),("Гараж","в гараже","гаража"),("Ванная","в ванной","ванной"),("Детская","в детской","детской")], ["loc","gen"]),
  "onoff": L("domain", [("light","свет","свет","светильников"),("fan","вентилятор","вентиляторы","вентиляторов"),("switch","розетку","розетки","розеток")], ["acc","pl","gpl"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"штору","шторы","штор"),({"device_class":"blind","domain":"cover"},"жалюзи","жалюзи","жалюзи"),({"device_class":"window","domain":"cover"},"окно","окна","окон"),({"device_class":"garage","domain":"cover"},"ворота","ворота","ворот")], ["acc","pl","gpl"]),
  "lightname": L("name", [("Ночник","ночник","ночника"),("Настольная лампа","настольную лампу","настольной лампы"),("Торшер","торшер","торшера")], ["acc","gen"]),
  "color": L("color", [("red","красный"),("blue","синий"),("green","зелёный"),("white","белый")], ["acc"]),
  "media": L("name", [("Телевизор","телевизор","на телевизоре","телевизора"),("Колонка","колонку","на колонке","колонки")], ["acc","loc","gen"]),
  "timer": L("name", [("пицца","пиццы"),("чай","чая"),("паста","пасты")], ["gen"]),
 },
 "texts": {"item": "молоко;хлеб;яйца;сыр;яблоки;помидоры;оливковое масло;сахар;муку;туалетную бумагу;зубную пасту".split(";"), "message": "ужин готов;мы уходим;фильм начинается;кто-то пришёл".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["[пожалуйста] (включи|зажги|включите) {onoff:acc} {area:loc}","(включи|включить) [все|весь] {onoff:pl} {area:loc}","(включи|включите) [все|весь] {onoff:pl}","{area:loc} включи {onoff:acc}"]),
  (30,{"intent":"HassTurnOff"},["[пожалуйста] (выключи|погаси|выключите) {onoff:acc} {area:loc}","(выключи|выключить) [все|весь] {onoff:pl} {area:loc}","(выключи|выключите) [все|весь] {onoff:pl}","{area:loc} выключи {onoff:acc}"]),
  (16,{"intent":"HassTurnOn"},["(открой|подними|откройте) {cover:pl} {area:loc}","открой {cover:acc} {area:loc}","(открой|подними) [все] {cover:pl}"]),(16,{"intent":"HassTurnOff"},["(закрой|опусти|закройте) {cover:pl} {area:loc}","закрой {cover:acc} {area:loc}","(закрой|опусти) [все] {cover:pl}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["(запри|закрой на замок) дверь {area:loc}","(запри|заприте) [все] двери"]),(10,{"intent":"HassTurnOff","domain":"lock"},["(отопри|открой) (замок|дверь) {area:loc}","отопри [все] двери"]),
  (12,{"intent":"HassTurnOn"},["(включи|зажги) {lightname:acc}"]),(12,{"intent":"HassTurnOff"},["(выключи|погаси) {lightname:acc}"]),
  (14,{"intent":"HassLightSet"},["(установи|сделай) яркость {lightname:gen} [на] {#brightness} (процентов|%)","(установи|поставь) яркость {area:loc} на {#brightness} (процентов|%)","яркость {area:gen} {#brightness} процентов"]),
  (10,{"intent":"HassLightSet"},["(сделай|поменяй) {lightname:acc} на {color:acc}","(смени|сделай) свет {area:loc} на {color:acc}","сделай {color:acc} свет {area:loc}"]),
  (16,{"intent":"HassGetState","state":"on"},["{area:loc} включён {onoff:acc}","включён ли {onoff:acc} {area:loc}","сколько {onoff:gpl} включено","какие {onoff:pl} включены"]),(12,{"intent":"HassGetState","state":"off"},["выключен ли {onoff:acc} {area:loc}","какие {onoff:pl} выключены"]),
  (12,{"intent":"HassGetState","state":"open"},["открыты ли {cover:pl} {area:loc}","сколько {cover:gpl} открыто","какие {cover:pl} открыты"]),(12,{"intent":"HassGetState","state":"closed"},["закрыты ли {cover:pl} {area:loc}","сколько {cover:gpl} закрыто"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["заперта ли дверь {area:loc}","[все] двери заперты","какие двери заперты"]),
  (12,{"intent":"HassClimateGetTemperature"},["какая [сейчас] температура {area:loc}","сколько градусов {area:loc}","температура {area:gen}"]),(10,{"intent":"HassClimateSetTemperature"},["(установи|поставь) температуру {area:loc} на {#temperature} (градусов|градуса)","(установи|сделай) температуру {#temperature} градусов"]),
  (10,{"intent":"HassSetPosition"},["открой {cover:acc} {area:loc} на {#position} (процентов|%)","(установи|поставь) {cover:acc} на {#position} %"]),
  (10,{"intent":"HassShoppingListAddItem"},["добавь {'item} в список покупок","(внеси|запиши) {'item} в список [покупок]","в список покупок добавь {'item}"]),(8,{"intent":"HassStartTimer"},["(поставь|запусти) таймер на {#minutes} минут","таймер {#minutes} минут"]),
  (8,{"intent":"HassIncreaseTimer"},["добавь {#minutes} минут к таймеру","добавь к таймеру [для] {timer:gen} {#minutes} минут","увеличь таймер на {#minutes} минут"]),(8,{"intent":"HassDecreaseTimer"},["(убери|вычти) {#minutes} минут из таймера","уменьши таймер [для] {timer:gen} на {#minutes} минут"]),
  (8,{"intent":"HassCancelTimer"},["(отмени|сбрось) таймер","отмени таймер [для] {timer:gen}"]),(6,{"intent":"HassPauseTimer"},["(приостанови|поставь на паузу) таймер","приостанови таймер [для] {timer:gen}"]),(8,{"intent":"HassTimerStatus"},["сколько (осталось|времени осталось) на таймере","сколько осталось на таймере [для] {timer:gen}"]),
  (6,{"intent":"HassMediaPause"},["(поставь на паузу|приостанови) {media:acc}"]),(6,{"intent":"HassMediaNext"},["следующая (песня|композиция) {media:loc}","включи следующую песню {media:loc}"]),
  (8,{"intent":"HassSetVolume"},["(установи|сделай) громкость {media:gen} [на] {#volume_level} (процентов|%)"]),
  (8,{"intent":"HassVacuumStart"},["(запусти|включи) пылесос","начни уборку"]),(6,{"intent":"HassVacuumReturnToBase"},["(верни|отправь) пылесос на базу"]),
  (5,{"intent":"HassGetWeather"},["какая [сегодня] погода","(скажи|расскажи) погоду"]),(4,{"intent":"HassGetCurrentTime"},["который час","сколько [сейчас] времени"]),(4,{"intent":"HassNevermind"},["неважно","забудь","не надо"]),
  (5,{"intent":"HassBroadcast"},["объяви {'message}","скажи всем {'message}"]),
 ]}
# ---------------- Swedish: articles as endings, verbs in two parts
LANGS["sv"] = {
 "lists": {
  "area": L("area", [("Kök","köket","kökets"),("Vardagsrum","vardagsrummet","vardagsrummets"),("Sovrum","sovrummet","sovrummets"),("Garage","garaget","garagets"),("Badrum","badrummet","badrummets"),("Hall","hallen","hallens")], ["n","gen"]),
  "floor": L("floor", [("Övervåningen","övervåningen"),("Bottenvåningen","bottenvåningen"),("Källaren","källaren")], ["n"]),
  "onoff": L("domain", [("light","lampan","lamporna","lampor"),("light","belysningen","ljusen","ljus"),("fan","fläkten","fläktarna","fläktar"),("switch","brytaren","brytarna","brytare")], ["def","pl","ipl"]),
  "cover": L("x", [({"device_class":"curtain","domain":"cover"},"gardinen","gardinerna","gardiner"),({"device_class":"blind","domain":"cover"},"persiennen","persiennerna","persienner"),({"device_class":"window","domain":"cover"},"fönstret","fönstren","fönster"),({"device_class":"garage","domain":"cover"},"garageporten","garageportarna","garageportar")], ["def","pl","ipl"]),
  "lightname": L("name", [("Sänglampan","sänglampan"),("Skrivbordslampan","skrivbordslampan"),("Golvlampan","golvlampan")], ["n"]),
  "color": L("color", [("red","röd","rött"),("blue","blå","blått"),("green","grön","grönt"),("white","vit","vitt")], ["n","t"]),
  "media": L("name", [("TV","tv:n"),("Högtalaren","högtalaren")], ["n"]),
  "timer": L("name", [("pizza","pizza"),("te","te"),("pasta","pasta")], ["n"]),
 },
 "texts": {"item": "mjölk;bröd;ägg;ost;äpplen;tomater;olivolja;socker;mjöl;toalettpapper;tandkräm".split(";"), "message": "maten är klar;vi åker nu;filmen börjar;det är någon vid dörren".split(";")},
 "intents": [
  (30,{"intent":"HassTurnOn"},["(tänd|slå på|sätt på) {onoff:pl} i {area:n}","(tänd|slå på) [alla] {onoff:ipl} (i {area:n}|på {floor:n})","(kan du tända|tänd) {onoff:def} i {area:n}","(tänd|slå på) [alla] {onoff:pl}"]),
  (30,{"intent":"HassTurnOff"},["(släck|stäng av|slå av) {onoff:pl} i {area:n}","(släck|stäng av) [alla] {onoff:ipl} (i {area:n}|på {floor:n})","(kan du släcka|släck) {onoff:def} i {area:n}","(släck|stäng av) [alla] {onoff:pl}"]),
  (16,{"intent":"HassTurnOn"},["(öppna|dra upp|hissa) {cover:pl} i {area:n}","öppna {cover:def} i {area:n}","(öppna|dra upp) [alla] {cover:ipl}"]),(16,{"intent":"HassTurnOff"},["(stäng|dra ner|sänk) {cover:pl} i {area:n}","stäng {cover:def} i {area:n}","(stäng|dra ner) [alla] {cover:ipl}"]),
  (10,{"intent":"HassTurnOn","domain":"lock"},["lås (dörren|dörrarna) i {area:n}","lås [alla] (dörrar|dörrarna)"]),(10,{"intent":"HassTurnOff","domain":"lock"},["lås upp (dörren|dörrarna) i {area:n}","(lås upp|öppna låset på) [alla] (dörrar|dörrarna)"]),
  (12,{"intent":"HassTurnOn"},["(tänd|slå på) {lightname:n}"]),(12,{"intent":"HassTurnOff"},["(släck|stäng av) {lightname:n}"]),
  (14,{"intent":"HassLightSet"},["(ställ in|sätt) ljusstyrkan på {lightname:n} till {#brightness} (procent|%)","(ställ in|ändra) {area:gen} ljusstyrka till {#brightness} (procent|%)","ljusstyrkan i {area:n} till {#brightness} procent"]),
  (10,{"intent":"HassLightSet"},["(gör|sätt) {lightname:n} {color:n}","(gör|ändra) ljuset i {area:n} till {color:t}","{color:t} ljus i {area:n}"]),
  (16,{"intent":"HassGetState","state":"on"},["är {onoff:def} (på|tänd) i {area:n}","vilka {onoff:ipl} är på","hur många {onoff:ipl} är på i {area:n}"]),(12,{"intent":"HassGetState","state":"off"},["är {onoff:def} (av|släckt) i {area:n}","vilka {onoff:ipl} är av"]),
  (12,{"intent":"HassGetState","state":"open"},["är {cover:pl} öppna i {area:n}","hur många {cover:ipl} är öppna","vilka {cover:ipl} är öppna"]),(12,{"intent":"HassGetState","state":"closed"},["är {cover:pl} stängda i {area:n}","hur många {cover:ipl} är stängda"]),
  (10,{"intent":"HassGetState","domain":"lock","state":"locked"},["är (dörren|dörrarna) låst[a] i {area:n}","är [alla] dörrar låsta","vilka dörrar är låsta"]),
  (12,{"intent":"HassClimateGetTemperature"},["(vad är|hur är) temperaturen i {area:n}","hur (varmt|kallt) är det i {area:n}","vilken temperatur är det i {area:n}"]),(10,{"intent":"HassClimateSetTemperature"},["(ställ in|sätt) temperaturen i {area:n} till {#temperature} grader","(ställ in|ändra) temperaturen till {#temperature} grader"]),
  (10,{"intent":"HassSetPosition"},["öppna {cover:def} i {area:n} till {#position} (procent|%)","(ställ|sätt) {cover:def} på {#position} %"]),
  (10,{"intent":"HassShoppingListAddItem"},["lägg till {'item} (på|i) inköpslistan","(skriv|sätt) upp {'item} på [min] inköpslista","lägg {'item} på inköpslistan"]),(8,{"intent":"HassStartTimer"},["(starta|sätt) en timer på {#minutes} minuter","timer {#minutes} minuter","starta en {#minutes} minuters timer"]),
  (8,{"intent":"HassIncreaseTimer"},["lägg till {#minutes} minuter på timern","lägg till {#minutes} minuter på {timer:n} timern"]),(8,{"intent":"HassDecreaseTimer"},["(ta bort|dra av) {#minutes} minuter från timern","ta bort {#minutes} minuter från {timer:n} timern"]),
  (8,{"intent":"HassCancelTimer"},["(avbryt|stoppa) timern","avbryt {timer:n} timern"]),(6,{"intent":"HassPauseTimer"},["pausa timern","pausa {timer:n} timern"]),(8,{"intent":"HassTimerStatus"},["hur (lång tid|mycket tid) är kvar på timern","hur lång tid är kvar på {timer:n} timern"]),
  (6,{"intent":"HassMediaPause"},["pausa {media:n}"]),(6,{"intent":"HassMediaNext"},["(nästa låt|nästa spår) på {media:n}","hoppa över låten på {media:n}"]),
  (8,{"intent":"HassSetVolume"},["(sätt|ställ in) volymen på {media:n} till {#volume_level} (procent|%)","{media:n} volym {#volume_level}"]),
  (8,{"intent":"HassVacuumStart"},["(starta|kör) dammsugaren","börja dammsuga"]),(6,{"intent":"HassVacuumReturnToBase"},["(skicka|kör) hem dammsugaren","dammsugaren till laddstationen"]),
  (5,{"intent":"HassGetWeather"},["hur är vädret [idag]","vad blir det för väder"]),(4,{"intent":"HassGetCurrentTime"},["(vad|hur mycket) är klockan"]),(4,{"intent":"HassNevermind"},["strunta i det","glöm det","det var inget"]),
  (5,{"intent":"HassBroadcast"},["(meddela|ropa ut) {'message}","säg till alla att {'message}"]),
 ]}


def learn_and_ask(g2l2, folder, name, train, asked):
    path, model = os.path.join(folder, f"{name}.jsonl"), os.path.join(folder, f"{name}.g2l2")
    with open(path, "w") as out:
        out.writelines(json.dumps(e, ensure_ascii=False) + "\n" for e in train)
    subprocess.run([g2l2, "train", path, "-o", model, "--log", "none", "--quiet", "--replace", "--no-estimate"], check=True)
    said = subprocess.run([g2l2, "run", model, "--json"], input="".join(e["command"] + "\n" for e in asked),
                          capture_output=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def row(name, train, asked, answers):
    seen = {word for e in train for word in words(e["command"])}
    heard = set().union(*(fields(e["result"]) for e in train))
    right = [meaning(a) == e["result"] for e, a in zip(asked, answers, strict=True)]
    known = [seen.issuperset(words(e["command"])) for e in asked]
    sure = [(a.get("confidence") or 0) > .9 for a in answers]
    unheard = sum(not fields(e["result"]) <= heard for e in asked)
    print(f"| {name} | {len(train)} | {len(asked)} | {sum(right)} | {sum(map(min, right, known))} of {sum(known)} | "
          f"{sum(s and not r for s, r in zip(sure, right))} of {sum(sure)} | {unheard} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    given = parser.parse_args()
    print("| language | learned from | asked | right | all words known | wrong, confidence > 0.9 | with a value that no line has |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in given.languages or LANGS:
            train, asked = draw(name, given.lines, given.seed)
            row(name, train, asked, learn_and_ask(os.environ.get("G2L2", "build/g2l2"), given.keep or folder, name, train, asked))


if __name__ == "__main__":
    main()
