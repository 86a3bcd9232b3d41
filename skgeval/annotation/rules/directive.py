"""Reads how a clause addresses the assistant: do, do not, may; what is left is the matter of the rule."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from schemas.turn import Role
from skgeval.annotation.rules.clauses import Stated


class Polarity(StrEnum):
    """What the speaker wants of the matter that follows."""

    DO = "do"
    AVOID = "avoid"
    ALLOW = "allow"
    NEED_NOT = "need_not"


class Directive(msgspec.Struct, frozen=True, kw_only=True):
    """A clause stripped of its address: "could you please stop using emojis" is AVOID, "using emojis".

    `addressed` says that the clause speaks to the assistant beyond any doubt ("please", "you must", "can you"), `answers`
    that it speaks of answers as such ("your answers should be …"), `exclusive` that it says "only",
    `standing` "always", `attitude` that it states a dislike ("I hate …"), which is a rule only about how answers read.
    """

    polarity: Polarity
    body: str
    stated: Stated
    role: Role
    addressed: bool = False
    answers: bool = False
    exclusive: bool = False
    standing: bool = False
    attitude: bool = False

    @property
    def frees(self) -> bool:
        """Whether the clause takes a rule back: "you may", "you need not"."""
        return self.polarity in {Polarity.ALLOW, Polarity.NEED_NOT}


_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|messages?|outputs?|explanations?|texts?)"
_OWN = r"(?:all(?: of)?|each(?: of)?|every|any|the|your|my|of|our|single|one|future|further|next|following)"
_MUST = r"(?:must|should|shall|need to|needs to|have to|has to|are to|is to|ought to|will|would|may|can|to)"

_FILLER = re.compile(
    r"(?:ok|okay|well|so|and|but|also|then|now|great|thanks|thank you|hi|hey|hello|first(?: of all)?|"
    r"kindly|again|actually|oh|ah|"
    r"alright|all right|right|good|fine|cool|perfect|sure|yes|no(?=,)|understood|important|note|"
    r"reminder|rules?|one (?:more )?thing|"
    r"one (?:more )?rule|one (?:more )?request|by the way|btw|for the record|in general|generally|"
    r"as a rule|as a reminder|just|"
    r"simply|instead|rather|maybe|perhaps|henceforth|hereafter|from (?:now|here|this point|"
    r"today) on(?:wards?)?|from here on out|"
    r"starting (?:now|today|from now)|going forward|moving forward|in (?:the )?future|at all times|every time|"
    r"(?:when|whenever|while) (?:you are )?(?:answer|answering|reply|replying|respond|responding|"
    r"writing|talking)(?: to me)?|"
    r"(?:when|whenever) you (?:answer|reply|respond|write|talk)(?: to me| back)?|"
    rf"(?:in|for|with|throughout) {_OWN}+ ?{_ANSWERS}|(?:in|for|during|throughout) (?:this|the (?:rest|"
    r"remainder) of (?:this|the|our)|"
    r"our|all the following|the following) (?:whole |entire )?(?:chats?|conversations?|sessions?|"
    r"discussions?|threads?)|"
    r"until (?:i say otherwise|further notice)|sorry|dear assistant|assistant|for me|as of now|"
    r"as from now|for now|this time|here|"
    r"(?:my|a) (?:small |quick )?(?:request|wish|rule)(?: is)?|what i want is|in that case)\b[ ,]*",
    re.IGNORECASE,
)
_REQUESTS: tuple[tuple[re.Pattern[str], Polarity | None], ...] = tuple(
    (re.compile(pattern + r"(?=\W|$)[ ,]*", re.IGNORECASE), polarity)
    for pattern, polarity in (
        (r"please", None),
        (
            r"(?:you do not|you need not|there is no|no|you no longer) (?:need|have|got)?(?: to| for you to| for)",
            Polarity.NEED_NOT,
        ),
        (r"you (?:do not|no longer) (?:need|have) to", Polarity.NEED_NOT),
        (
            r"(?:you|we) (?:can|could|may|might|are (?:now )?(?:allowed|free|welcome) to)(?: now| again)?(?= not\b)",
            None,
        ),
        (
            r"(?:now )?(?:you|we) (?:can|could|may|are (?:now )?(?:allowed|free|welcome) to)(?: now| again)?(?! only)",
            Polarity.ALLOW,
        ),
        (r"you (?:can|may)(?= only)", None),
        (
            r"(?:it is|that is|i am) (?:now )?(?:ok|okay|fine|allright|all right|alright|"
            r"cool)(?: now)?(?: (?:for you )?to| if you| with you)",
            Polarity.ALLOW,
        ),
        (r"i (?:do not|would not) mind(?: it)?(?: if you| you)?", Polarity.ALLOW),
        (r"feel free to", Polarity.ALLOW),
        (r"(?:would|do) you mind", None),
        (r"(?:can|could|would|will) (?:you|we)", None),
        (
            r"(?:i would|i will|we would) (?:really |very much |so )?(?:like|love|prefer|appreciate|"
            r"be (?:glad|happy|grateful|thankful))(?: it)? (?:if|when) you(?: would|"
            r" could| can| did| were to)?",
            None,
        ),
        (r"i would rather(?: that)?(?: you| we)?(?: did)?", None),
        (
            r"i (?:would (?:really |very much )?(?:like|love|prefer)|want|need|prefer|expect|ask|"
            r"am asking|beg|wish|require|urge)(?: for)? you(?= not\b| never\b| always\b)",
            None,
        ),
        (
            r"i (?:would (?:really |very much )?(?:like|love|prefer)|want|need|prefer|expect|ask|"
            r"am asking|beg|wish|require|urge)(?: for)? (?:you|us) to",
            None,
        ),
        (
            r"i (?:do not|would not|never|no longer) (?:really )?(?:want|like|need|wish|care for|"
            r"appreciate)(?: for)?(?: it when)?(?: you| us| your answers)?(?: to)?(?: be)?",
            Polarity.AVOID,
        ),
        (
            r"i (?:hate|can not stand|dislike|am (?:tired|sick) of|am fed up with|"
            r"am done with)(?: it when)?(?: you| all)?",
            Polarity.AVOID,
        ),
        (
            r"(?:it is|is it) (?:very |really )?(?:important|essential|crucial|vital|imperative|"
            r"necessary|better|best|helpful) (?:that you|to me that you|to|for you to|if you)",
            None,
        ),
        (r"(?:make|be) (?:very |absolutely )?(?:sure|certain)(?: that| you|to)*(?: to)?", None),
        (
            r"(?:ensure|see to it|take care|mind|remember|keep in mind|bear in mind|note|try|do try|"
            r"endeavour|aim|be careful|your (?:task|job|goal) is)(?: that(?: you)?| you| to)(?: (?:must|"
            r"should|always|need to))?",
            None,
        ),
        (r"(?:do not|never) forget (?:to|that you (?:must|should))", None),
        (
            r"you (?:must|should|shall|need to|have to|are to|ought to|will|had better|would better|"
            r"are required to|are supposed to|are expected to|are asked to)",
            None,
        ),
        (r"you are (?:not|never) (?:allowed|permitted|supposed) to", Polarity.AVOID),
        (
            r"you (?:(?:must|should|shall|may|can|will|are to) )?(?:not|never) (?:be allowed|be permitted) to",
            Polarity.AVOID,
        ),
        (r"let us", None),
        (
            r"you(?= (?:only |always |never |now )*(?:speak|talk|answer|reply|respond|write|use|call|"
            r"start|end|ask|keep)\b)",
            None,
        ),
        (r"(?:go back|return|switch back|revert) to(?= \w+ing)", None),
        (r"(?:start|begin|keep|continue)(?= \w+ing\b)", None),
        (r"continue to", None),
        (r"(?:not|never|at no time|under no circumstances|in no case)(?: again)?(?: to)?(?: ever)?", Polarity.AVOID),
        (r"(?:do|did) not(?: you)?(?: ever| dare(?: to)?)?(?: again)?", Polarity.AVOID),
        (
            r"(?:stop|quit|cease|desist from|refrain from|abstain from|avoid|enough (?:with|of)|no more(?! than)|"
            r"do without|hold off on|lay off|knock off|give up)(?: with| it with)?(?: all)?(?: the|"
            r" those| these| your| of)*",
            Polarity.AVOID,
        ),
        (
            r"(?:drop|skip|omit|leave out|cut out|cut|lose|spare me|ditch|leave off)(?: all)?(?: the|"
            r" those| these| your)*",
            Polarity.AVOID,
        ),
        (r"(?:no(?! ?,)|without|zero|absolutely no)", Polarity.AVOID),
    )
)
_PROMISES: tuple[tuple[re.Pattern[str], Polarity | None], ...] = tuple(
    (re.compile(pattern + r"(?=\W|$)[ ,]*", re.IGNORECASE), polarity)
    for pattern, polarity in (
        (r"i (?:promise|swear|pledge|commit|vow|agree|undertake)(?: you)?(?: that)?(?= not\b)", None),
        (r"i (?:promise|swear|pledge|commit|vow|agree|undertake)(?: you)?(?: that i will| i will| to)", None),
        (r"(?:i|we) (?:will|shall|am going to|are going to)", None),
        (r"i (?:will|shall) no longer", Polarity.AVOID),
        (r"you will (?:get|have|receive|hear|see)(?: from me)?", None),
        (r"(?:make sure|be sure|try|remember|see to it)(?: that i| to)", None),
        (r"(?:start|begin|keep|continue)(?= \w+ing\b)", None),
        (r"(?:not|never|no longer|do not)(?: again)?(?: to)?(?: ever)?", Polarity.AVOID),
        (
            r"(?:stop|quit|cease|refrain from|abstain from|avoid|no more(?! than)|hold off on|give up|drop|skip|"
            r"omit|leave out)(?: all)?(?: the| those)*",
            Polarity.AVOID,
        ),
    )
)
_STANDING_WORD = re.compile(r"(?:always|ever|constantly|consistently|invariably|permanently)\b[ ,]*", re.IGNORECASE)
_ONLY_WORD = re.compile(r"(?:only|exclusively|solely|nothing but|strictly)(?: ever)?\b[ ,]*", re.IGNORECASE)
_ANSWER_SUBJECT = re.compile(
    r"i (?:want|need|expect|prefer|would (?:like|prefer|love)) (?:everything|"
    r"it all)(?: to be)?(?=\W)[ ,]*|"
    r"i (?:want|need|expect|like|prefer|would (?:like|prefer|"
    rf"love)) (?:{_OWN} )*{_ANSWERS}(?: to be)?(?=\W)[ ,]*|"
    r"(?:i (?:want|need|expect|like|prefer|would (?:like|prefer|"
    rf"love)) )?(?:{_OWN} )*(?:of )?(?:{_OWN} )*(?:{_ANSWERS}|tone|style|language|wording)"
    rf"(?: (?:you give(?: me)?|to me|from you|here|from now on))?(?: {_MUST})(?P<not> not|"
    r" never)?(?: always| only)?(?: be| stay| remain)?(?=\W)[ ,]*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[ ,]*(?<!\w)(?:please|from (?:now|here|this point|today) on(?:wards?)?|from here on out|anymore|any more|"
    r"any longer|ever|again|at all|"
    r"going forward|moving forward|in (?:the )?future|at all times|every time|each time|thanks|thank you|ok|okay|right|"
    r"if (?:possible|you can|you do not mind|that is ok(?:ay)?|you would|you could)|for me|to me|with me|"
    r"(?:in|for|with|throughout|of|per|when|"
    rf"to) (?:{_OWN} )*{_ANSWERS}(?: you give(?: me)?)?|per (?:answer|reply|message|response)|"
    r"(?:in|for|during|throughout) (?:this|the (?:rest|remainder) of (?:this|the|our)|our|"
    r"all the following|the following) "
    r"(?:whole |entire )?(?:chats?|conversations?|sessions?|discussions?|threads?|talk)|"
    r"until (?:i say (?:otherwise|so)|further notice|i tell you otherwise)|"
    r"(?:when|whenever|while) (?:you are )?(?:answering|replying|responding|talking|speaking|"
    r"writing)(?: to me| with me| my questions)?|"
    r"(?:when|whenever) you (?:answer|reply|respond|write|talk|speak)(?: to me| back| my questions)?|"
    r"no matter what.*|whatever (?:i|the).*|"
    r"even (?:if|when) .*|under any circumstances?|here|today|yet|for now|this time|now|too|as well|instead|either|"
    r"and nothing else|nothing else|only|exclusively|always|throughout|as a rule|all the time|"
    r"in general|altogether|completely|"
    r"from me|for the time being|at any (?:time|point)|in any (?:case|way|form)|of any kind|whatsoever)$",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"(?:write|answer|reply|respond|speak|talk)(?: (?:to me|me|everything|all|it))? without(?: using| any)* ",
    re.IGNORECASE,
)
_PROMISING = re.compile(r"(?:i|we|you)\b", re.IGNORECASE)
_FROM_ME = re.compile(r"\bfrom me\b", re.IGNORECASE)
_ATTITUDE = re.compile(
    r"i (?:hate|dislike|can not stand|(?:do not|would not|never|no longer) (?:really )?(?:like|care|"
    r"appreciate|want|need|wish))",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"\bplease\b", re.IGNORECASE)
_WISHED = re.compile(r"\b(?:if|when|that|rather) you\b|\byou mind\b", re.IGNORECASE)
_PAST = {
    "called": "call", "used": "use", "answered": "answer", "kept": "keep", "wrote": "write", "spoke": "speak", "stopped": "stop",
    "avoided": "avoid", "started": "start", "ended": "end", "gave": "give", "asked": "ask", "mentioned": "mention",
    "talked": "talk", "switched": "switch", "stayed": "stay", "replied": "reply", "responded": "respond", "limited": "limit",
    "left": "leave", "included": "include", "addressed": "address", "added": "add", "began": "begin", "brought": "bring",
}  # fmt: skip
_LEAD_LIMIT = 14


def directive(clause: str, stated: Stated, role: Role) -> Directive | None:
    """Strip the address off a clause; None where an assistant's clause promises nothing."""
    body, polarity, addressed, exclusive, standing = clause, Polarity.DO, False, False, False
    answers = attitude = False
    promised = _FROM_ME.search(clause) is not None
    forms = _PROMISES if role is Role.ASSISTANT else _REQUESTS
    for _ in range(_LEAD_LIMIT):
        found = _ANSWER_SUBJECT.match(body)
        if found:
            addressed = answers = True
            polarity = _turned(polarity, Polarity.AVOID if found.group("not") else None)
        elif found := _ONLY_WORD.match(body):
            exclusive = True
        elif found := _STANDING_WORD.match(body):
            standing = True
        elif step := _step(body, forms):
            found, turn = step
            polarity = _turned(polarity, turn)
            addressed = True
            promised = promised or _PROMISING.match(found.group()) is not None
            attitude = attitude or _ATTITUDE.match(found.group()) is not None
        else:
            found = _FILLER.match(body)
        if not found or not found.end():
            break
        body = body[found.end() :]
    if role is Role.ASSISTANT and not promised:
        return None
    if without := _WITHOUT.match(body):
        polarity, body = _turned(polarity, Polarity.AVOID), body[without.end() :]
    body, exclusive_tail = _without_tail(body)
    if _WISHED.search(clause[: len(clause) - len(body)]):
        body = _present(body)
    return Directive(
        polarity=polarity,
        body=body,
        stated=stated,
        role=role,
        addressed=addressed or _PLEASE.search(stated.text) is not None,
        answers=answers,
        exclusive=exclusive or exclusive_tail,
        standing=standing,
        attitude=attitude,
    )


def _step(
    body: str, forms: tuple[tuple[re.Pattern[str], Polarity | None], ...]
) -> tuple[re.Match[str], Polarity | None] | None:
    for form, polarity in forms:
        found = form.match(body)
        if found and found.end():
            return found, polarity
    return None


def _turned(polarity: Polarity, turn: Polarity | None) -> Polarity:
    """Compose two readings: "you can stop" allows, "do not stop" asks for it."""
    if turn is None:
        return polarity
    if polarity is Polarity.DO:
        return turn
    if polarity is Polarity.AVOID and turn is Polarity.AVOID:
        return Polarity.DO
    if polarity is Polarity.ALLOW and turn is Polarity.AVOID:
        return Polarity.NEED_NOT
    return Polarity.ALLOW


def _present(body: str) -> str:
    """Read the past of a wish as what is wished: "if you called me Sam"."""
    first, _, rest = body.partition(" ")
    present = _PAST.get(first.lower())
    return f"{present} {rest}".strip() if present else body


def _without_tail(body: str) -> tuple[str, bool]:
    exclusive = False
    for _ in range(_LEAD_LIMIT):
        tail = _TAIL.search(body)
        if not tail or not tail.group():
            break
        exclusive = exclusive or "only" in tail.group().lower() or "exclusively" in tail.group().lower()
        body = body[: tail.start()]
    return body.strip(" ,."), exclusive
