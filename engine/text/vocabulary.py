"""The words of positions written as text, in Portuguese and in English: one table of each kind.

All words stand here as people write them; they are looked up folded: lower case, without
accents (`fold`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from trunfo.engine.cards import COPAS, ESPADAS, OUROS, PAUS

LANGUAGES = ("pt", "en")
LONGEST_WORD = 64


def fold(text: str) -> str:
    """A word in lower case and without accents, whatever its Unicode normal form.

    What is longer than any word can be is left as it is: normalising a long row of
    combining marks takes time that grows with its square.
    """
    if len(text) > LONGEST_WORD:
        return text
    return text.lower() if text.isascii() else _unaccented(text)


@lru_cache(4096)
def _unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn").lower()


KEYS = (
    # Portuguese, English, key of the document that the entry goes into
    ("jogo", "game", "game"),
    ("regras", "rules", "rules"),
    ("jogadores", "players", "seats"),
    ("eu", "me", "me"),
    ("fase", "phase", "phase"),
    ("dá", "dealer", "dealer"),
    ("trunfo", "trump", "trump"),
    ("mão", "hand", "hand"),
    ("mãos", "hands", "hands"),
    ("vazas", "tricks", "tricks"),
    ("mesa", "table", "table"),
    ("sai", "leads", "table"),
    ("saíram", "played", "played"),
    ("tem", "has", "known"),
    ("não tem", "lacks", "known"),
    ("pontos", "points", "points"),
    ("monte", "stock", "stock"),
    ("ronda", "round", "round"),
    ("passei", "passed", "passed"),
    ("recebi", "received", "received"),
    ("pontuação", "scores", "scores"),
    ("faltas", "absences", "absences"),
    ("foram", "in", "decisions"),
    ("ficaram", "out", "decisions"),
    ("trocas", "exchanged", "decisions"),
    ("deitei fora", "discarded", "discarded"),
)
"""The keys as they are shown; what is read is folded. The English word names the entry."""

ENTRY_KEYS: Mapping[str, str] = {english: key for _, english, key in KEYS} | {
    "row": "tricks", "play": "table", "lead": "table", "turn": "table", "gone": "played",
    "ruffed": "known", "left": "stock", "empty": "stock", "chose": "trump", "sides": "points",
    "pass_to": "round", "not_exchanged": "decisions",
}
"""The key of the document, by entry: those of `KEYS`, and what else can be said."""

def _folded(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split()))


Lexicon = Mapping[str, Mapping[str, str]]
"""By language, by folded word or words: what they stand for."""


def key_words(language: str) -> Mapping[str, str]:
    """The keys as they are shown in a language, by English word."""
    return {english: (portuguese, english)[LANGUAGES.index(language)]
            for portuguese, english, _ in KEYS}


def _lexicon(rows: Iterable[tuple[str, str, str]]) -> Lexicon:
    """Rows of Portuguese words, English words, meaning."""
    lexicon: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for *columns, meaning in rows:
        for language, words in zip(LANGUAGES, columns, strict=True):
            for word in filter(None, words.split("|")):
                lexicon[language][fold(word)] = meaning
    return lexicon


VERBS = _lexicon((
    ("tem|têm|está com|ainda tem|ainda têm", "has|have|holds|hold|still has|has got", "has"),
    ("tenho|só tenho|já só tenho|ainda tenho", "", "has me"),
    ("não tem|não têm|já não tem|já não têm|sem|está sem|não há|não tem nem|já não há|ficou sem"
     "|ficaram sem|não tem mais|não têm mais|já não tem mais|já não têm mais",
     "lacks|lack|has no|have no|has none of|is out of|are out of|is void in|are void in"
     "|void in|does not have|doesn't have|do not have|don't have|without|no longer has"
     "|has no more|have no more|does not have any|doesn't have any|has run out of", "lacks"),
    ("não tenho|já não tenho|não tenho mais|já não tenho mais|fiquei sem|estou sem",
     "i am out of|i'm out of|i am void in|i'm void in", "lacks me"),
    ("cortou|cortaram|não assistiu a|não assistiram a|não assistiu",
     "ruffed|trumped|did not follow", "ruffed"),
    ("jogou|jogaram|pôs|meteu|deitou|joga", "played|plays|put", "play"),
    ("joguei|pus|meti", "", "play me"),
    ("saiu|saiu com|saiu de|abriu|abriu com|começou com|puxou", "led|led with|opened", "lead"),
    ("saí|saí com|saí de|puxei|abri|comecei com", "", "lead me"),
    ("sai|começa|começou|é o primeiro|é a primeira|é a sair|é a começar",
     "leads|lead|starts|start|is first|begins|to lead|is to lead", "leads"),
    ("saio|começo|sou o primeiro|sou a primeira|sou eu a sair|sou eu a começar|quem sai sou eu"
     "|quem começa sou eu|sou o primeiro a jogar|sou a primeira a jogar|jogo primeiro"
     "|jogo eu primeiro|saio eu|começo eu"
     "|a saída é minha|sou eu o primeiro|sou eu a primeira",
     "my lead|the lead is mine|it is my lead|it's my lead|i am first|i'm first|i am on lead"
     "|i'm on lead|i am leading|i play first|i am to lead|i'm to lead", "leads me"),
    ("sou eu a jogar|é a minha vez|minha vez|a vez é minha|sou a jogar|tenho de jogar|jogo eu"
     "|sou eu|agora sou eu|é a minha vez de jogar|estou a jogar",
     "my turn|it is my turn|it's my turn|i am to play|i'm to play|to play|it is my turn to play"
     "|it's my turn to play|it is up to me", "turn me"),
    ("dá|dá as cartas|deu|deu as cartas|é quem dá",
     "dealt|deals|is the dealer|is dealer", "dealer"),
    ("dou|dei as cartas", "", "dealer me"),
    ("escolheu|escolhe|escolheu o trunfo|escolhe o trunfo|escolhido por|escolhida por"
     "|escolhido pelo|escolhido pela|quem escolheu foi",
     "chose|chooses|choose|chosen by|chose trump|chose the trump|choose trump|choose the trump",
     "chose"),
    ("escolhi|escolho|escolho o trunfo|escolhi o trunfo", "", "chose me"),
    ("foi|foram|vai|vão|foi a jogo|foram a jogo|vai a jogo|vão a jogo",
     "in|went|went in|goes|go|goes in|is in|are in", "in"),
    ("fui|vou|fomos|vamos|fui a jogo|vou a jogo|fomos a jogo", "", "in me"),
    ("ficou|ficaram|fica|ficam|ficou de fora|ficaram de fora|fica de fora|ficam de fora|não foi"
     "|não foram|não vai|não vão|não foi a jogo|não foram a jogo",
     "out|stayed out|stays out|stay out|stayed|did not go|didn't go|is out|are out", "out"),
    ("fiquei|fiquei de fora|não fui|não fui a jogo", "", "out me"),
    ("trocas|trocou|trocaram|troca", "exchanged|exchanges|exchange|changed", "exchanged"),
    ("troquei", "", "exchanged me"),
    ("não trocou|não trocaram", "did not exchange|didn't exchange", "not_exchanged"),
    ("não troquei", "", "not_exchanged me"),
    ("faltou|faltaram", "was absent|missed", "absences"), ("faltei", "", "absences me"),
    ("passei|dei|passei à|passámos", "passed|gave", "passed"),
    ("recebi|recebemos", "received|got", "received"),
    ("deitei fora|deitei|descartei", "discarded|threw away", "discarded"),
))
"""What a seat does, before or after its name; `me` where the word says that it is I."""

ENTRIES = _lexicon((
    *((portuguese, english, english) for portuguese, english, _ in KEYS),
    ("jogo de|jogo da|jogo do|jogamos|jogamos a|jogamos à", "game of|we play|playing", "game"),
    ("eu sou|eu sou o|eu sou a|sou o|sou a|chamo-me", "i am|my name is", "me"),
    ("trunfos são", "trump is|trumps are|trumps", "trump"),
    ("minha mão|minhas cartas|cartas|na mão|em mão|na minha mão|nas mãos|estou com|fiquei com"
     "|deram-me|calharam-me|calhou-me|restam-me|sobram-me",
     "my hand|my cards|cards|in hand|in my hand|i've|i've got|i have got|i am holding|i'm holding"
     "|holding|i was dealt|i still have|i only have|i am left with|i'm left with", "hand"),
    ("jogo eu|jogo eu primeiro|jogo primeiro", "", "turn"),
    ("vaza", "trick", "tricks"),
    ("na mesa|na mesa está|na mesa estão|sobre a mesa",
     "on the table|on table|the table|on the table is", "table"),
    ("já saíram|já saiu|jogadas|já jogadas|cartas jogadas|já foram jogadas|foram jogadas"
     "|já foram jogados|foram jogados|foi jogada|foi jogado|já foi jogada|já foi jogado"
     "|já se jogaram|já se jogou|já jogaram|jogou-se|jogaram-se",
     "already played|gone|are gone|cards played|already gone", "played"),
    ("pontos são", "points are|card points", "points"),
    ("restam|faltam|há|ficam|sobram|ainda há", "there are|there are still", "left"),
    ("monte vazio|monte acabou|acabou o monte|sem monte|monte já acabou|já não há monte"
     "|monte está vazio|não há monte",
     "stock empty|stock is empty|no stock|empty stock|stock is gone|stock exhausted", "empty"),
    ("ronda n.º|ronda nº|ronda número|ronda n.o", "round number|round no", "round"),
    ("passar|passa-se|passamos", "pass|passing|we pass", "pass_to"),
    ("pontuações|pontuação é", "score", "scores"),
    ("ficaram de fora", "stayed out", "out"), ("trocaram", "exchanges", "exchanged"),
    ("nós|temos", "us|we have|ours|we|our side", "sides"),
    ("eles|eles têm", "them|they have|theirs|they", "sides"),
))
"""What an entry can begin with, besides a seat and what it does."""

IN_HAND = _lexicon((
    ("na mão|em mão|na minha mão|nas mãos|comigo|tenho|só tenho", "in hand|in my hand|i have|i hold"
     "|i've got", "hand"),
))
"""What may stand between what a hand begins with and its cards: `tenho na mão`, `na mão tenho`."""
IS = {"pt": frozenset(("é", "são", "está", "estão")), "en": frozenset(("is", "are"))}
"""What may stand between a key and its value, with its accents: `e` is another word."""

GONE = _lexicon((
    ("já saiu|saiu|já saíram|saíram|já foi jogada|já foi jogado|foi jogada|foi jogado"
     "|já foram jogadas|já foram jogados|foram jogadas|foram jogados|já foi|já foram|já passou",
     "is gone|are gone|has gone|have gone|was played|were played|has been played"
     "|have been played|is out|gone", "gone"),
))
"""What stands behind cards that have been played."""

SEATS = _lexicon((
    ("eu|mim|meu|minha|meus|minhas", "me|i|mine", "me"),
    ("direita|dir|direito", "right", "right"),
    ("esquerda|esq|esquerdo", "left", "left"),
    ("parceiro|parc|parceira", "partner", "partner"), ("frente", "across|opposite", "across"),
    ("ele|ela|dele|dela|adversário|adversária|outro|outra",
     "opponent|other|him|her|his|hers|he|she", "opponent"),
))
SEAT_WORDS: Mapping[str, str] = {
    "me": "eu", "right": "direita", "left": "esquerda", "partner": "parceiro",
    "across": "frente", "opponent": "ele",
}
"""The Portuguese seat words as they are written, by English word."""
ABBREVIATIONS = frozenset({"dir", "esq", "parc"})
BEFORE_SEATS = {
    "pt": _folded("o a os as do da dos das de ao aos à às no na nos nas pelo pela por com meu minha"
                  " só em"),
    "en": _folded("the of by on to at from my in"),
}
"""Small words that may stand before a seat: `da direita`, `à minha direita`."""
MINE = frozenset({"meu", "minha", "meus", "minhas", "mine"})
OTHERS = _lexicon((("os outros|outros|os restantes|restantes|as outras",
                    "the others|others|the rest", "others"),))
SIDES = _lexicon((
    ("nós|temos|nossos|nossas|nosso", "us|we|ours|we have|our side", "us"),
    ("eles|eles têm|deles|têm", "them|they|theirs|they have|their side", "them"),
))

TRUMP_WORDS = _lexicon((
    ("monte|no monte|do monte|debaixo do monte|ainda no monte|por baixo do monte|sob o monte"
     "|está no monte|ainda está no monte|no fundo do monte|no fim do monte",
     "stock|in the stock|under the stock|in stock|still in the stock|below the stock", "stock"),
    ("virada|virado|foi virada|foi virado|virou-se", "turned|turned up|was turned up", "turned"),
    ("é|é do|é da|é de|na mão do|na mão da|na mão de|é o|é a|está na mão do|está na mão da|está com"
     "|com|na minha mão", "is|held by|in the hand of|is held by|with|it is", "filler"),
))
"""What may stand in the value of trump between suit, card and seats."""

IN_STOCK = _lexicon((
    ("no monte|no baralho|por tirar|ainda no monte",
     "in the stock|in stock|to draw|left in the stock|left in stock", "stock"),
))
STOCK_WORDS = _lexicon((
    ("vazio|acabou|acabado|esgotado|já acabou|nenhum|nenhuma", "empty|is empty|exhausted|none|gone",
     "0"),
))
UNITS = _lexicon((
    ("cartas|carta|pontos|ponto|vez|vezes", "cards|card|points|point|times|time", "unit"),
))
"""What may stand behind a number."""

PHASES = _lexicon((
    ("jogar", "play", "play"), ("passar", "pass", "pass"),
    ("trunfo", "trump", "trump"), ("ir", "go", "go"),
))
PHASE_WORDS: Mapping[str, str] = {
    meaning: word for word, meaning in PHASES["pt"].items()
}

OF = _lexicon((("de|do|da|dos|das", "of", "of"),))
AND = _lexicon((("e", "and", "and"),))
NOR = _lexicon((("nem", "nor", "nor"),))
BETWEEN_NUMBERS = _lexicon((("a|e|contra|para", "to|and", "to"),))
ARTICLES = _lexicon((("o|um|uma|a", "the|a|an", "article"),))
WITHOUT = _lexicon((("sem|nem", "no|without", "without"), ("nenhum|nenhuma", "none", "none")))
SMALL = {
    "pt": _folded("e o a os as um uma uns umas é de do da dos das no na nos nas em ao aos à às com"
                  " por pelo pela nem ou sem só mas que se"),
    "en": _folded("and or of the a an is in on to at by no nor i"),
}
"""Words that in lower case are never cards, whatever letters they have."""

RANKS = _lexicon((
    ("ás", "ace", "A"), ("rei", "king", "R"), ("valete", "jack", "V"), ("dama", "queen", "D"),
    ("dois|duque", "two|deuce", "2"), ("três|terno", "three|trey", "3"),
    ("quatro|quadra", "four", "4"), ("cinco|quina", "five", "5"), ("seis|sena", "six", "6"),
    ("sete|bisca|manilha", "seven", "7"), ("oito", "eight", "8"), ("nove", "nine", "9"),
    ("dez", "ten", "10"),
))

SUITS = _lexicon((
    ("copas|copa", "hearts|heart", "C"), ("ouros|ouro", "diamonds|diamond", "O"),
    ("espadas|espada", "spades|spade", "E"), ("paus|pau", "clubs|club", "P"),
))
TRUMP_SUIT = "T"
"""Stands for the suit of trump until all of a text has been read."""
OF_TRUMP = _lexicon((("trunfo|trunfos", "trump|trumps", TRUMP_SUIT),))

SUIT_SIGNS: Mapping[str, int] = {
    "♥": COPAS, "♡": COPAS, "❤": COPAS, "♦": OUROS, "♢": OUROS,
    "♠": ESPADAS, "♤": ESPADAS, "♣": PAUS, "♧": PAUS,
}
_NUMBERS = {
    "pt": ("zero|nenhum|nenhuma um|uma dois|duas três quatro cinco seis sete oito nove dez onze"
           " doze treze catorze quinze dezasseis dezassete dezoito dezanove vinte"),
    "en": ("zero|none|nothing one two three four five six seven eight nine ten eleven twelve"
           " thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"),
}
NUMBERS: Mapping[str, Mapping[str, int]] = {
    language: {fold(word): value for value, words in enumerate(row.split(" "))
               for word in words.split("|")}
    for language, row in _NUMBERS.items()
}
ORDINALS: Mapping[str, Mapping[str, int]] = {
    "pt": {word: number for number, row in enumerate((
        "primeira", "segunda", "terceira", "quarta", "quinta", "sexta", "sétima", "oitava", "nona",
        "décima"), 1) for word in (fold(row),)},
    "en": {word: number for number, word in enumerate((
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth"), 1)},
}
TRUE = frozenset({"sim", "yes", "true", "on"})
FALSE = frozenset({"nao", "no", "false", "off"})
NONE = frozenset({"-", "–", "—"})  # noqa: RUF001  # dashes of every length
DOUBT = _folded(
    "ou or talvez maybe perhaps acho parece quase nearly almost about probably possibly"
    " provavelmente cerca uns umas etc ... … ? todos todas all some several alguns algumas algum"
    " alguma ninguém nobody muitas muitos many poucos poucas few metade half menos"
)
"""Words of doubt and of numbers without a number: what is not certain is not read."""

_LEXICONS = (VERBS, ENTRIES, IN_HAND, GONE, SEATS, OTHERS, SIDES, TRUMP_WORDS, IN_STOCK,
             STOCK_WORDS, UNITS, PHASES, RANKS, SUITS, OF_TRUMP, NUMBERS, ORDINALS)
WORDS: Mapping[str, frozenset[str]] = {
    language: SMALL[language] | BEFORE_SEATS[language] | frozenset(
        word for lexicon in _LEXICONS for phrase in lexicon[language] for word in phrase.split()
    )
    for language in LANGUAGES
}
"""Every single word that a language has."""
ONLY: Mapping[str, frozenset[str]] = {
    "pt": WORDS["pt"] - WORDS["en"], "en": WORDS["en"] - WORDS["pt"],
}
"""The words that settle the language of a text."""
RESERVED = WORDS["pt"] | WORDS["en"] | DOUBT
"""Words that are never a player's name unless they stand in quotation marks."""


def longest(lexicon: Lexicon) -> int:
    """The number of words in the longest phrase of a lexicon."""
    return max(phrase.count(" ") for words in lexicon.values() for phrase in words) + 1
