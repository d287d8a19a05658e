"""`ygolp cards show`: what the rulebook knows of a card, as card text. The sentences expected here are written in the
style of card text from what the records mean, and from what the cards do."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import answer, run
from ygolp import schema
from ygolp.cards import meaning, sheet
from ygolp.cards.faults import record_faults
from ygolp.cards.files import read_cards
from ygolp.cards.pool import Record, embedded
from ygolp.cards.sheet.phrases import FIELD, several
from ygolp.errors import ScenarioError

EFFECTS = "Effects"
WAYS = "Effects (numbers that begin alike are ways of one effect)"
SUMMONING = "Summoning"
CONTINUOUS = "Continuous effects"
MATERIALS = "Materials"
LASTING = "Lasting effect, once an effect of the card has resolved"

# Card, heading, every sentence under it.
SENTENCES: list[tuple[str, str, list[str]]] = [
    ("Sangan", EFFECTS, [
        "1. If this card is sent from the field to the GY: Add 1 monster with 1500 or less ATK from your Deck to your "
        'hand. You can only use this effect of "Sangan" once per turn.']),
    ("Armageddon Knight", EFFECTS, [
        "1. When this card is Normal, Flip, or Special Summoned: You can send 1 DARK monster from your Deck to the "
        "GY."]),
    ("Cyber Dragon", SUMMONING, [
        "If your opponent controls a monster and you control no monsters, you can Special Summon this card (from your "
        "hand)."]),
    ("Lava Golem", SUMMONING, [
        "Must first be Special Summoned in its own way before any other Special Summon of it.",
        "You can Special Summon this card (from your hand) to your opponent's field by Tributing 2 monsters your "
        "opponent controls. You cannot Normal Summon/Set in the turn you do this."]),
    ("Dark Armed Dragon", SUMMONING, [
        "Must be Special Summoned in its own way, and cannot be Special Summoned by other ways.",
        "If there are exactly 3 DARK monsters in your GY, you can Special Summon this card (from your hand)."]),
    ("Dark Armed Dragon", EFFECTS, [
        "1. You can banish 1 DARK monster from your GY, then target 1 card on the field; destroy it."]),
    ("Judgment Dragon", SUMMONING, [
        "Must be Special Summoned in its own way, and cannot be Special Summoned by other ways.",
        'If there are 4 or more "Lightsworn" monsters in your GY with different names, you can Special Summon this '
        "card (from your hand)."]),
    ("Obelisk the Tormentor", SUMMONING, [
        "Can be Normal Summoned with 3 Tributes.", "Cannot be Set.", "Its Normal Summon cannot be negated."]),
    ("Beast King Barbaros", CONTINUOUS, ["If this card was Normal Summoned, this card's original ATK becomes 1900."]),
    ("Fossil Dyna Pachycephalo", CONTINUOUS, ["Neither player can Special Summon monsters."]),
    ("El Shaddoll Winda", MATERIALS, ['1 "Shaddoll" monster + 1 DARK monster']),
    ("El Shaddoll Winda", CONTINUOUS, ["Each player can only Special Summon once per turn."]),
    ("Legendary Six Samurai - Shi En", MATERIALS, ['1 Warrior Tuner + 1+ non-Tuner "Six Samurai" monsters']),
    ("Legendary Six Samurai - Shi En", EFFECTS, [
        "1. Once per turn, when your opponent activates a Spell/Trap Card (Quick Effect): You can negate the "
        "activation, and if you do, destroy that card."]),
    ("Black Rose Dragon", EFFECTS, [
        "1. When this card is Synchro Summoned: You can destroy all cards on the field.",
        "2. Once per turn: You can banish 1 Plant monster from your GY, then target 1 Defense Position monster your "
        "opponent controls; change it to Attack Position, and if you do, change its ATK to 0."]),
    ("Constellar Pleiades", MATERIALS, ["2 Level 5 LIGHT monsters"]),
    ("Constellar Pleiades", EFFECTS, [
        "1. Once per turn (Quick Effect): You can detach 1 material from this card, then target 1 card on the field; "
        "return it to the hand."]),
    ("Constellar Ptolemy M7", MATERIALS, [
        "2 Level 6 monsters",
        'or 1 "Constellar" Xyz Monster (except "Constellar Ptolemy M7") (its own materials become materials too)']),
    ("Knightmare Unicorn", MATERIALS, ["2+ monsters (with different names)"]),
    ("Knightmare Unicorn", EFFECTS, [
        "1. If this card is Link Summoned: You can discard 1 card, then target 1 card on the field; return it to the "
        'Deck. You can only use this effect of "Knightmare Unicorn" once per turn.']),
    ("Qliphort Scout", CONTINUOUS, [
        "While this card is in your Pendulum Zone, you cannot Special Summon monsters, except \"Qli\" monsters."]),
    ("Relinquished", CONTINUOUS, [
        "This card gains ATK equal to that printed on the monster equipped to it.",
        "This card gains DEF equal to that printed on the monster equipped to it."]),
    ("Gravekeeper's Spy", EFFECTS, [
        "1. If this card is flipped face-up: Special Summon 1 \"Gravekeeper's\" monster with 1500 or less ATK from "
        "your Deck."]),
    ("Dandylion", EFFECTS, [
        '1. If this card is sent to the GY: Special Summon 2 "Fluff Tokens" in Defense Position.']),
    ("Quillbolt Hedgehog", EFFECTS, [
        "1. If you control a face-up Tuner: You can Special Summon this card from your GY."]),
    ("Herald of Orange Light", EFFECTS, [
        "1. When your opponent activates a monster effect (Quick Effect): You can send this card from your hand to the "
        "GY and send 1 other Fairy monster from your hand to the GY; negate the activation, and if you do, destroy "
        "that card."]),
    ("Skilled Dark Magician", EFFECTS, [
        "2. You can remove 3 Spell Counters from this card and Tribute this card; Special Summon 1 \"Dark Magician\" "
        "from your hand, Deck, or GY."]),
    ("Machina Fortress", SUMMONING, [
        "You can Special Summon this card (from your hand or GY) by discarding 1 or more Machine monsters from your "
        "hand (this card can be one of them) (whose total Levels are 8 or more and none of them superfluous for "
        "that)."]),
    ("Upstart Goblin", EFFECTS, ["1. Draw 1 card, then your opponent gains 1000 LP."]),
    ("Reinforcement of the Army", EFFECTS, [
        "1. Add 1 Level 4 or lower Warrior monster from your Deck to your hand."]),
    ("Polymerization", EFFECTS, [
        "1. Fusion Summon 1 Fusion Monster from your Extra Deck, by sending materials from your hand or Monster Zone "
        "to the GY."]),
    ("Black Luster Ritual", EFFECTS, [
        '1. Ritual Summon 1 "Black Luster Soldier" from your hand, by Tributing materials from your hand or Monster '
        "Zone whose total Levels equal or exceed its Level."]),
    ("Premature Burial", EFFECTS, [
        "1. Pay 800 LP, then target 1 monster in your GY; Special Summon that target in Attack Position, and if you "
        "do, equip this card to the same card(s)."]),
    ("Dragon Ravine", WAYS, [
        "9. Activate this card.",
        "1. Once per turn (shared with 11), while this card is in your Field Zone: You can discard 1 card; add 1 Level "
        '4 or lower "Dragunity" monster from your Deck to your hand.',
        "11. Once per turn (shared with 1), while this card is in your Field Zone: You can discard 1 card; send "
        "1 Dragon monster from your Deck to the GY."]),
    ("Pot of Duality", LASTING, ["You cannot Special Summon monsters for the rest of this turn."]),
    ("Geargiano Mk-III", LASTING, [
        'You cannot Special Summon monsters for the rest of this turn, except "Geargia" monsters.']),
    ("Solemn Warning", WAYS, [
        "1. When a Spell/Trap Card or monster effect that Special Summons is activated: Pay 2000 LP; negate the "
        "activation, and if you "
        "do, destroy that card.",
        "11. When a monster(s) would be Summoned: Pay 2000 LP; negate the Summon, and if you do, destroy that "
        "monster(s)."]),
    ("Call of the Haunted", EFFECTS, [
        "1. Target 1 monster in your GY; Special Summon that target in Attack Position, and if you do, equip this card "
        "to the same card(s)."]),
    ("Macro Cosmos", CONTINUOUS, ["Cards sent to the GY are banished instead."]),
    ("Skill Drain", CONTINUOUS, ["Negate the effects of face-up monsters on the field."]),
    ("Metal Reflect Slime", SUMMONING, [
        "As a monster it is: Effect Monster; WATER; Level 10; Aqua; ATK 0; DEF 3000."]),
    ("Royal Oppression", WAYS, [
        "9. Activate this card.",
        "1. When a monster(s) would be Special Summoned, while this card is in your Spell & Trap Zone (Quick Effect): "
        "You can pay 800 LP; negate the Summon, and if you do, destroy that monster(s).",
        "11. When a card or effect that Special Summons is activated, while this card is in your Spell & Trap Zone "
        "(Quick Effect): You can pay 800 LP; negate that effect, and if you do, destroy that card.",
        "12. When a monster(s) would be Special Summoned: Pay 800 LP; negate the Summon, and if you do, destroy that "
        "monster(s).",
        "13. When a monster(s) would be Special Summoned, while this card is in your Spell & Trap Zone (Quick Effect): "
        "The opponent of its controller can pay 800 LP; negate the Summon, and if you do, destroy that monster(s).",
        "14. When a card or effect that Special Summons is activated, while this card is in your Spell & Trap Zone "
        "(Quick Effect): The opponent of its controller can pay 800 LP; negate that effect, and if you do, destroy "
        "that card."]),
    ("Ash Blossom & Joyous Spring", EFFECTS, [
        "1. When a card or effect that adds cards from the Deck to the hand, Special Summons from the Deck, or sends "
        "cards from the Deck to the GY is activated (Quick Effect): You can discard this card; negate that effect. "
        'You can only use this effect of "Ash Blossom & Joyous Spring" once per turn.']),
    ("Bottomless Trap Hole", EFFECTS, [
        "1. When a monster your opponent controls with 1500 or more ATK is Summoned: Destroy that card(s) and banish "
        "what is destroyed (only what is still a face-up monster your opponent controls with 1500 or more ATK)."]),
    ("Trap Hole", EFFECTS, [
        "1. When a monster your opponent controls with 1000 or more ATK is Normal or Flip Summoned: Target 1 of those "
        "face-up monsters your opponent controls with 1000 or more ATK; destroy it."]),
    ("Rank-Up-Magic Astral Force", EFFECTS, [
        "1. Target 1 face-up Xyz Monster you control; Special Summon 1 Xyz Monster from your Extra Deck with the same "
        "Type and Attribute as the target(s) and with a Rank 2 higher than the target(s) (this is treated as an Xyz "
        "Summon) (on top of the target, which becomes its material)."]),
    ("Inferno Reckless Summon", EFFECTS, [
        "1. When exactly 1 monster you control with 1500 or less ATK is Special Summoned, while your opponent controls "
        "a face-up monster: Special Summon as many monsters from your hand, Deck, or GY with the same name as that "
        "card(s) as possible in Attack Position, also choose 1 face-up monster your opponent controls (your opponent "
        "chooses), also Special Summon as many monsters from your opponent's hand, Deck, or GY with the same name as "
        "the card(s) mentioned last as possible in Attack Position to your opponent's field (your opponent chooses)."]),
    ("Tragoedia", EFFECTS, [
        "1. When you take battle damage: You can Special Summon this card from your hand.",
        "3. Once per turn: You can send 1 monster from your hand to the GY, then target 1 face-up monster your "
        "opponent controls with the same Level as the card(s) used for the cost; take control of it."]),
    ("Rescue Rabbit", EFFECTS, [
        "1. You can banish this card; Special Summon 2 Level 4 or lower Normal Monsters from your Deck (with the same "
        'name) (all of that or nothing). You can only use this effect of "Rescue Rabbit" once per turn.']),
    ("Heraldic Beast Aberconway", EFFECTS, [
        '1. While this card is in your GY: You can banish 1 other "Heraldic Beast Aberconway" from your GY, then '
        'target 1 "Heraldic Beast" monster in your GY (this card can be chosen too); add it to your hand. You can only '
        'use this effect of "Heraldic Beast Aberconway" once per turn.']),
    ("Advanced Ritual Art", EFFECTS, [
        "1. Ritual Summon 1 Ritual Monster from your hand, by sending materials (only Normal Monsters) from your Deck "
        "to the GY whose total Levels exactly equal its Level."]),
    ("Bi'an, Earth of the Yang Zing", EFFECTS, [
        '1. If this card is destroyed and sent from the field to the GY: You can Special Summon 1 "Yang Zing" monster '
        "from your Deck in Defense Position, except \"Bi'an, Earth of the Yang Zing\". You can only use this effect of "
        "\"Bi'an, Earth of the Yang Zing\" once per turn.",
        "2. Once per turn, during your opponent's Main Phase or Battle Phase, if you control 2 or more face-up "
        '"Yang Zing" monsters (Quick Effect): You can Synchro Summon 1 monster using only "Yang Zing" monsters '
        "immediately after this effect resolves."]),
    ("Crystron Quan", EFFECTS, [
        "1. During your opponent's Main Phase or Battle Phase (Quick Effect): You can Special Summon 1 non-Tuner "
        "monster from your hand, but negate its effects, then Synchro Summon a Machine monster using only those cards "
        "and this card immediately after this effect resolves. You can only use this effect of \"Crystron Quan\" once "
        "per turn."]),
    ("Mausoleum of the Emperor", EFFECTS, [
        "9. Activate this card.",
        "1. While this card is in your Field Zone: The turn player can pay 1000 LP; Normal Summon 1 monster that needs "
        "1 Tribute, without Tributing, immediately after this effect resolves.",
        "2. While this card is in your Field Zone: The turn player can pay 2000 LP; Normal Summon 1 monster that needs "
        "2 Tributes, without Tributing, immediately after this effect resolves."]),
    ("Bonding - H2O", EFFECTS, [
        '1. Tribute 2 "Hydrogeddon" you control and Tribute 1 "Oxygeddon" you control; Special Summon 1 "Water Dragon" '
        "from your hand, Deck, or GY (in the way its text prescribes)."]),
    ("Malefic Truth Dragon", EFFECTS, [
        '1. If a "Malefic" card you control (except "Malefic Truth Dragon") is destroyed and sent to the GY or '
        "banished from the Monster Zone: You can pay half your LP; Special Summon this card from your hand or GY (in "
        "the way its text prescribes)."]),
    ("Ritual Foregone", EFFECTS, [
        "1. Pay 1000 LP; Special Summon 1 Ritual Monster from your hand, ignoring its Summoning conditions unless "
        'there is only one way to Summon it. You can only activate 1 "Ritual Foregone" per turn.']),
    ("Ritual Beast Ulti-Apelio", EFFECTS, [
        '2. (Quick Effect): You can return this card to the Deck, then target 1 face-up "Ritual Beast Tamer" monster '
        'among your banished cards and 1 face-up "Spiritual Beast" monster among your banished cards; Special Summon '
        "them in Defense Position (this must be possible at the activation)."]),
    ("Naturia Beast", EFFECTS, [
        "1. When a card (a Spell) is activated (Quick Effect): You can send the top 2 cards "
        "of your Deck to the GY; negate the activation, and if you do, destroy that card."]),
    ("Relinquished", EFFECTS, [
        "1. Once per turn, if there are no cards equipped to this card in either player's Spell & Trap Zone: You can "
        "target 1 monster your opponent controls; equip it to this card."]),
    ("Phantom of Chaos", EFFECTS, [
        "1. Once per turn: You can target 1 Effect Monster in your GY; banish that target, and if you do, have this "
        "card take over the name, printed ATK, and effects of the same card(s)."]),
    ("Number 17: Leviathan Dragon", EFFECTS, [
        "1. Once per turn: You can detach 1 material from this card; increase this card's ATK by 500."]),
    ("Breaker the Magical Warrior", CONTINUOUS, ["This card gains 300 ATK for each Spell Counter on this card."]),
    ("Cyber Dragon Infinity", CONTINUOUS, ["This card gains 200 ATK for each material attached to this card."]),
    ("Colossal Fighter", CONTINUOUS, ["This card gains 100 ATK for each Warrior monster in either player's GY."]),
    ("Interdimensional Matter Transporter", EFFECTS, [
        "1. Target 1 face-up monster you control; banish it until the End Phase."]),
    ("Dimensionhole", EFFECTS, ["1. Target 1 monster you control; banish it until your next Standby Phase."]),
    ("Future Fusion", EFFECTS, [
        "9. Activate this card.",
        "1. Once per turn, during your Standby Phase (Trigger Effect): You can reveal 1 Fusion Monster from your Extra "
        "Deck by sending materials from your Deck to the GY. This effect is in the newest text only.",
        "2. Once per turn, during your Standby Phase (Trigger Effect): Special Summon 1 card with the declared name "
        "from your Extra Deck (this is treated as a Fusion Summon). This effect is in the newest text only."]),
    ("Prohibition", EFFECTS, ["9. Declare 1 card name; activate this card."]),
    ("Goldd, Wu-Lord of Dark World", WAYS, [
        "1. If this card is discarded by your card effect and sent from the hand to the GY: Special Summon this card.",
        "11. If this card is discarded by an opponent's card effect and sent from the hand to the GY: Special Summon "
        "this card, then you can destroy up to 2 cards your opponent controls."]),
    ("Fairy Archer", EFFECTS, [
        "1. You can inflict 400 damage to your opponent for each face-up LIGHT monster you control. You can only use "
        'this effect of "Fairy Archer" once per turn.']),
    ("Number 61: Volcasaurus", EFFECTS, [
        "1. Once per turn: You can detach 1 material from this card, then target 1 face-up monster your opponent "
        "controls; destroy it, and if you do, inflict damage to your opponent equal to the ATK of the card(s) "
        "mentioned last."]),
    ("Red Rising Dragon", EFFECTS, [
        '1. When this card is Synchro Summoned: You can target 1 "Resonator" monster in your GY; Special Summon it. '
        "You cannot Special Summon other monsters from the Extra Deck in the turn you activate this effect, except "
        "DARK Dragon Synchro Monsters.",
        '2. You can banish this card from your GY, then target 2 Level 1 "Resonator" monsters in your GY; Special '
        "Summon them (all of that or nothing)."]),
    ("Scapegoat", EFFECTS, [
        '1. Special Summon 4 "Sheep Tokens" in Defense Position. You cannot Special Summon other monsters in the turn '
        "you activate this effect. You cannot Normal Summon other monsters in the turn you activate this effect. You "
        "cannot Flip Summon other monsters in the turn you activate this effect."]),
    ("The Prime Monarch", SUMMONING, [
        "As a monster it is: Normal Monster; LIGHT; Level 5; Fairy; ATK 1000; DEF 2400; no longer a Trap."]),
    ("Cyberdark Dragon Core", "Ripple Monster", [
        "Cyberdark Dragon - Dark Domain · 电子暗黑龙 · 黑域",
        "Ripple Effect Monster · Level 8 · Machine · ATK 1000 · DEF 1000",
        'Archetypes: "Cyber", "Cyberdark"',
        "Materials: 1 Machine monster in the Monster Zone",
        "This card gains ATK equal to that printed on the monster equipped to it.",
        "If this card would be destroyed, you can destroy a card that is originally a monster equipped to this card in "
        "either player's Spell & Trap Zone instead.",
        "1. Once per turn, if there are no cards that are originally a monster equipped to this card in either "
        "player's Spell & Trap Zone: You can target 1 Dragon monster in your GY; equip it to this card."]),
    ("Ghost Sword - Edge", "Ripple Monster", [
        "Ghost Sword - Shieldslash · 鬼剑-盾斩",
        "Ripple Effect Monster · Level 8 · Zombie · ATK 3000 · DEF 3000",
        "Materials: 1 Zombie monster in the Monster Zone",
        "If this card is in Attack Position, the monster that this card battles has its original ATK and DEF in damage "
        "calculation.",
        "If this card is in face-up Defense Position, the monster that this card battled loses 2000 ATK after damage "
        "calculation.",
        "1. When the Battle Phase starts: You can change this card's battle position."]),
    ("Breath of the Spirit Dragon", "Ripple Monster", [
        "Dragon Vein · 龙脉",
        "Ripple Effect Monster · Level 10 · Dragon · ATK 0 · DEF 4000",
        "Materials: 1 Field Spell on the field",
        "1. Once per turn (shared with 2) (Quick Effect): You can destroy all cards on the field. This effect of "
        '"Dragon Vein" can only be used once per Duel.',
        "2. Once per turn (shared with 1) (Quick Effect): You can make all monsters you control unaffected by the "
        'effects of all cards but this one until the End Phase. This effect of "Dragon Vein" can only be used once per '
        "Duel."]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "heading", "expected"), SENTENCES, ids=lambda value: str(value)[:40])
def test_sentences_are_in_the_style_of_card_text(name: str, heading: str, expected: list[str]) -> None:
    record = embedded().find(name)
    assert record is not None
    assert dict(sheet.sections(record)).get(heading) == expected


def test_the_head_of_a_card_is_as_players_know_it() -> None:
    record = embedded().find("Stardust Dragon")
    assert record is not None
    assert sheet.sheet_text(record).splitlines()[:2] == [
        "Stardust Dragon · 星尘龙",
        "  Synchro Effect Monster · WIND · Level 8 · Dragon · ATK 2500 · DEF 2000",
    ]


def test_the_effects_of_a_ripple_monster_stand_under_it() -> None:
    record = embedded().find("Cyberdark Dragon Core")
    assert record is not None
    once: Any = {"kind": "ignition", "limit": "name", "does": [{"op": "draw"}]}
    leaves: Any = {"kind": "trigger", "mandatory": True, "on": {"sent": "gy", "self": True}, "does": [{"op": "draw"}]}
    plain = {**record, "ripple": {**record["ripple"], "effects": []}}
    after = {**record, "ripple": {**record["ripple"], "effects": [once, leaves]}}
    assert dict(sheet.sections(after))["Ripple Monster"] == [
        *dict(sheet.sections(plain))["Ripple Monster"],
        '1. You can draw 1 card. You can only use this effect of "Cyberdark Dragon - Dark Domain" once per turn.',
        "2. If this card is sent to the GY, while this card is in your Monster Zone: Draw 1 card.",
    ]


def test_what_a_card_is_in_the_ocg_stands_in_its_head() -> None:
    assert sheet.header(VOCABULARY[0])[-1] == (
        "(a card of the OCG; not usable in official Duels; 1 copy allowed by the forbidden list)"
    )


def test_what_is_not_modelled_stands_at_the_end() -> None:
    record = embedded().find("Sangan")
    assert record is not None
    last = sheet.sections(record)[-1]
    assert last == ("Not modelled of its effects", record["effects_not_modelled"])


# ---- nothing is left out -------------------------------------------------------------------------------------


Path_ = tuple[str | int, ...]
CARD: dict[str, Any] = {"$ref": "#/$defs/card"}
DEFS = schema.scenario_schema()["$defs"]


# What no record of the pool has.
VOCABULARY: list[Record] = [
    {
        "name": "Test Sage", "card": "monster", "types": ["effect"], "attribute": "DARK", "race": "Spellcaster",
        "level": 7, "atk": 2500, "def": 2000, "ocg_card": True, "usable_in_official_duels": False, "limit": 1,
        "normal_summon": {"summon": False, "if": [{"lp": {"min": 1000, "max": 4000}}]},
        "always": {"tribute_worth": 2, "for": {"attribute": "DARK"}},
        "procedures": [
            {"if": [{"lp_lower": True}], "by": [{"place": "hand", "min": 2}],
             "with": {"different": "name", "same": ["race", "level"], "total_level": {"min": 4, "max": 8}}},
            {"if": [{"lp_higher": True}], "by": [{"do": "tribute"}], "with": {"level_difference": 1}},
        ],
        "mentions": ["Test Fusion", "Sangan"],
        "effects": [
            {"kind": "ignition", "cost": [{"do": "discard", "min": 1, "max": 3}], "targets": [{"count": 2}],
             "targets_with": {"same": "race"}, "does": [
                 {"op": "draw", "count": {"per": 1, "count": {"place": "gy"}}},
                 {"op": "mill", "count": {"per": 2, "count": {"race": "Fiend"}}, "who": "opponent"},
                 {"op": "draw", "count": {"value": "atk", "of": "self"}, "who": "opponent"},
                 {"op": "special_summon", "of": {"place": "deck", "count": 2}, "with": {"different": ["name", "race"]}},
            ]},
        ],
    },
    {
        "name": "Test Fusion", "card": "monster", "types": ["fusion"], "attribute": "DARK", "race": "Fiend", "level": 8,
        "atk": 2800, "def": 1000, "materials": [
            {"race": "Fiend", "count": 1},
            {"level": 4, "min": 2, "max": 4, "with": {"same": "race", "different": "name"}}],
        "materials_with": {"same": "attribute", "total_level": {"min": 8, "max": 12}, "minimal": True,
                           "level_difference": 3},
        "material_lines": [{"slots": [{"race": "Fiend", "count": 2}], "with": {
            "different": "name", "same": "level", "total_level": {"min": 8, "max": 12}, "minimal": True,
            "level_difference": 2}}],
    },
    {
        "name": "Test Bear", "card": "monster", "types": ["synchro"], "attribute": "WATER", "race": "Beast", "level": 1,
        "atk": 700, "def": 700, "mentions": ["Sangan"],
        "materials": [{"race": "Beast"}, {"min": 2, "max": 3, "with": {"different": "name", "same": "level"}}],
        "materials_with": {"level_difference": 2},
        "material_lines": [{"slots": [{"race": "Rock", "count": 2}], "with": {"level_difference": 1}}],
        "procedures": [
            {"from": ["extra"], "by": [{"type": "tuner"}, {"not_type": "tuner"}], "with": {"level_difference": 7}}],
    },
    {"name": "String Words", "card": "monster", "types": ["string"], "level": 4, "ripple": {
        "name": "Ripple Words", "race": "Dragon", "level": 4, "atk": 0, "def": 0, "materials": [{"race": "Dragon"}],
        "not_modelled": ["A first sentence."], "effects_not_modelled": ["A second sentence."]},
        "not_understood": ["its condition was not understood: A third sentence."]},
    {
        "name": "Test Courtier", "card": "monster", "types": ["effect"], "attribute": "WIND", "race": "Wyrm",
        "level": 5, "atk": 2000, "def": 1000,
        "special_summon_not_from": ["deck", "gy"], "special_summon_only_by": {"card": "spell"},
        "normal_summon": {
            "tributes": ["usual", {"count": 1, "filter": {"race": "Wyrm"}}], "summon_if": [{"lp_behind": 500}],
            "set_tributes": ["usual", {"count": 0, "filter": {"level": 1}, "if": [{"lp_lower": True}]}]},
        "always": {"cannot_be_but": {
            f"{kind}_material": {"attribute": "WIND"} for kind in ("synchro", "xyz", "link", "fusion")}},
        "procedures": [
            {"if": [{"any": [{"count": {"race": "Wyrm"}, "min": 1}, {"same": "level", "count": {}, "min": 2}]}],
             "pay": 500, "zone": {"center": True}, "locks": ["normal_summon_after"]},
            {"by": [{"place": "gy", "race": "Wyrm", "min": 1, "every": True, "do": "banish"}],
             "zone": {"column": "empty"},
             "locks": [{"what": "special_summon", "filter": {"place": "hand"}, "except": {"race": "Wyrm"}}]},
            {"by": [{"type": "xyz", "count": 1, "do": "detach"}], "zone": {"linked": {"attribute": "WIND"}}},
            {"zone": {"beside": {"attribute": "WIND"}}},
        ],
    },
]  # fmt: skip


def fitting(value: Any, form: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the schema that describes the value."""
    while "$ref" in form or "anyOf" in form:
        if "$ref" in form:
            form = DEFS[form["$ref"].rsplit("/", 1)[1]]
        else:
            form = next(choice for choice in form["anyOf"] if not schema._faults(value, choice, ""))
    return form


def changes(value: Any, form: dict[str, Any], path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield every change of one leaf (to each other value of its kind) and every removal (None)."""
    form = fitting(value, form)
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key), None
            yield from changes(part, form["properties"][key], (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield (*path, index), None
            yield from changes(part, form["items"], (*path, index))
    elif "enum" in form:
        yield from ((path, other) for other in form["enum"] if other != value)
    elif isinstance(value, bool):
        yield path, not value
    else:
        yield path, value + 1 if isinstance(value, int) else value + "x"


def changed(record: Record, path: Path_, value: Any) -> Record:
    result = copy.deepcopy(record)
    table: Any = result
    for key in path[:-1]:
        table = table[key]
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return result


def words(record: Record) -> list[Any]:
    return [sheet.title(record), *sheet.header(record), *sheet.sections(record)]


def means(record: Record) -> list[Any]:
    return [list(meaning.facts(record, preset)) for preset in (None, "ocg2010")]


def goes_without_saying(path: Path_, value: Any, record: Record) -> bool:
    """Return whether a removal takes away what is plain without it: only a monster has a Level, is a material ...; a
    filter that names no player means both."""
    table: Any = record
    for key in path[:-1]:
        table = table[key]
    said = (path[-1], table[path[-1]]) if isinstance(table, dict) else ()
    return value is None and said in (("card", "monster"), ("side", "any"))


def kind_of_change(record: Record, path: Path_, value: Any) -> tuple[Any, ...]:
    """Return what tells changes apart that a sentence could treat in different ways."""
    table: Any = record
    seen: list[Any] = []
    for key in path:
        seen.append("#" if isinstance(key, int) else key)
        if isinstance(table, dict):
            seen += [table.get("op"), table.get("kind")]
        table = table[key]
    return (*seen, value)


def silent(every: bool) -> list[tuple[str, Path_, Any]]:
    """Return the changes of the pool's records that do not change the text although they change the record."""
    found, seen = [], set()
    for record in (*embedded().records(), *VOCABULARY):
        # A copy, as the changed records are: only the record of the pool itself is a card of the OCG by default.
        before, meant = words(record), means(copy.deepcopy(record))
        for path, value in changes(record, CARD):
            kind = kind_of_change(record, path, value)
            if not every and kind in seen:
                continue
            seen.add(kind)
            after = changed(record, path, value)
            try:
                if words(after) != before or goes_without_saying(path, value, record):
                    continue
            except (KeyError, StopIteration):  # only where what is needed was taken away
                assert schema.check_card(after) or record_faults(after), (record["name"], path, value)
                continue
            # What is the default may be said or not; what is no valid record need not be shown.
            if means(after) != meant and not schema.check_card(after) and not record_faults(after):
                found.append((record["name"], path, value))
    return found


def test_every_kind_of_change_of_a_record_changes_its_text() -> None:
    assert silent(every=False) == []


@pytest.mark.slow
def test_every_change_of_a_record_changes_its_text() -> None:
    assert silent(every=True) == []


def known(form: dict[str, Any], where: str, seen: set[str]) -> Iterator[str]:
    """Yield every key that a part of a record can have; those of filters have a test of their own."""
    if "$ref" in form:
        name = form["$ref"].rsplit("/", 1)[1]
        if name not in seen and name != "filter":
            seen.add(name)
            yield from known(DEFS[name], name, seen)
        return
    for choice in form.get("anyOf", [form["items"]] if "items" in form else []):
        yield from known(choice, where, seen)
    keys = form.get("properties", {})
    for key, part in keys.items():
        if key not in DEFS["filter"]["properties"] or not keys.keys() >= DEFS["filter"]["properties"].keys():
            yield f"{where}.{key}"
            yield from known(part, f"{where}.{key}", seen)


def used(value: Any, form: dict[str, Any], where: str) -> Iterator[str]:
    """Yield every key that is there, as `known` names it."""
    while "$ref" in form or "anyOf" in form:
        if "$ref" in form:
            where = form["$ref"].rsplit("/", 1)[1]
            form = DEFS[where]
        else:
            form = next(choice for choice in form["anyOf"] if not schema._faults(value, choice, ""))
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{where}.{key}"
            yield from used(part, form["properties"][key], f"{where}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from used(part, form["items"], where)


def test_every_key_is_in_a_record_whose_changes_are_tried() -> None:
    records = [*embedded().records(), *VOCABULARY]
    assert [fault for record in VOCABULARY for fault in (*schema.check_card(record), *record_faults(record))] == []
    there = {key for record in records for key in used(record, CARD, "")}
    there.add("card.ripple.line")  # A line has become the other keys before a record is shown (test_ripple_line.py).
    assert [key for key in known(CARD, "", set()) if key not in there] == []


# Of each key of a filter, values that mean different things.
VALUES: dict[str, list[Any]] = {
    "name": ["Sangan", ["Sangan", "Kuriboh"]], "archetype": ["Ojama", ["Ojama", "HERO"]], "race": ["Rock", "Pyro"],
    "attribute": ["DARK", ["DARK", "LIGHT"]], "type": ["tuner", "toon", "token", ["fusion", "ritual"], "continuous"],
    "not_type": ["tuner", ["link", "token"]], "card": ["monster", "spell", "trap", ["spell", "trap"]],
    **{key: [4, [4, 5], {"min": 4}, {"max": 4}, {"min": 4, "max": 5}] for key in (
        "level", "rank", "link", "atk", "def", "scale", "original_atk", "original_def", "original_level")},
    "position": ["atk", "def", "fd_def", ["def", "fd_def"]], "face": ["up", "down"],
    "place": [*(place for place in (*schema.PLACES, *schema.ZONES) if place != "monster_zone"), ["hand", "deck"]],
    "side": ["opponent", "any"], "token": [True, False], "summoned": ["special", "set", ["normal", "flip"]],
    "summoned_from": ["extra"], "arrived": [True, False], "normal_summon": [True, False],
    "has_material": [True, False], "equipped_with": ["monster", "spell", "any"],
    "mentions": ["Sangan", ["Sangan", "Kuriboh"]],
    "declared": [True, False], "self": [True, False], "equipped_to_self": [True, False],
    "original_card": ["monster", "spell", "trap"],
    "any": [[{"race": "Rock"}], [{"race": "Rock"}, {"type": "tuner"}], [{"level": 4, "race": "Rock"}]],
    "not": [{"name": "Sangan"}, [{"name": "Sangan"}, {"type": "tuner"}], {"self": True}],
}  # fmt: skip


@pytest.mark.parametrize("base", [{}, {"card": "spell"}, {"card": "monster", "place": "deck"}, {"place": "gy"}])
def test_every_key_of_a_filter_is_said(base: dict[str, Any]) -> None:
    assert set(VALUES) == set(DEFS["filter"]["properties"])
    for key, values in VALUES.items():
        specs = [{**base, key: value} for value in values if base.get(key) != value]
        phrases = [several(spec, FIELD) for spec in specs]
        plain = several(base, FIELD)
        assert len(set(phrases)) == len(phrases), key
        assert plain not in [phrase for phrase, value in zip(phrases, values, strict=False) if value != "monster"], key


def test_every_card_of_the_pool_is_shown() -> None:
    names = [record["name"] for record in embedded().records()]
    shown = run("cards", "show", *names)
    assert shown.exit_code == 0
    assert shown.stdout.count("\n\n") >= len(names)
    assert "None" not in shown.stdout
    assert "{" not in shown.stdout


# ---- the command ---------------------------------------------------------------------------------------------

MADE_UP = """
[[card]]
name = "Test Golem"
zh = "试作魔像"
card = "monster"
types = ["effect"]
attribute = "EARTH"
race = "Rock"
level = 4
atk = 1000
def = 1000
continuous = [{ op = "forbid", what = "set", who = "opponent", if = [{ count = { race = "Rock" }, min = 2 }] }]
"""


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(MADE_UP, encoding="utf-8")
    return file


def test_names_are_looked_up_as_on_boards() -> None:
    english = run("cards", "show", "Sangan").stdout
    assert english.startswith("Sangan · 三眼怪\n")
    for name in ("sangan", "三眼怪", "26202165"):
        assert run("cards", "show", name).stdout == english


def test_the_readme_shows_a_card_as_it_is() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    assert f"```\n{run('cards', 'show', 'Cyber Dragon Core').stdout}```\n" in readme.read_text(encoding="utf-8")


def test_several_cards_are_shown_in_the_order_asked_for() -> None:
    made = run("cards", "show", "Sangan", "Cyber Dragon")
    assert made.stdout == run("cards", "show", "Sangan").stdout + "\n" + run("cards", "show", "Cyber Dragon").stdout


def test_a_ripple_monster_is_shown_with_the_card_that_carries_it() -> None:
    assert run("cards", "show", "Dragon Vein").stdout == run("cards", "show", "Breath of the Spirit Dragon").stdout


def test_an_unknown_name_is_an_error_with_the_nearest_spelling() -> None:
    made = run("cards", "show", "Sangan", "Cyber Dragn", "Quux")
    assert made.exit_code == 2
    assert made.stdout == ""
    assert made.stderr == (
        "ygolp: 'Cyber Dragn': unknown card, did you mean 'Cyber Dragon'?\nygolp: 'Quux': unknown card\n"
    )


def test_no_name_is_an_error() -> None:
    assert run("cards", "show").exit_code == 2


def test_cards_of_ones_own_file_are_shown(made_up: Path) -> None:
    made = run("cards", "show", "试作魔像", "--cards", made_up)
    assert made.exit_code == 0
    assert made.stdout == (
        "Test Golem · 试作魔像\n"
        "  Effect Monster · EARTH · Level 4 · Rock · ATK 1000 · DEF 1000\n"
        "\n"
        "Continuous effects\n"
        "  If you control 2 or more Rock monsters, your opponent cannot Set monsters.\n"
    )
    assert run("cards", "show", "Sangan", "--cards", made_up).exit_code == 0


def test_a_file_may_be_json_or_json_lines(tmp_path: Path, made_up: Path) -> None:
    records = read_cards(made_up)
    (tmp_path / "own.json").write_text(json.dumps({"card": records}), encoding="utf-8")
    (tmp_path / "own.jsonl").write_text(json.dumps(records[0]) + "\n\n", encoding="utf-8")
    assert read_cards(tmp_path / "own.json") == read_cards(tmp_path / "own.jsonl") == records


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("own.toml", MADE_UP.replace("race =", "rase ="), "card[1].rase: unknown key, did you mean 'race'?"),
        ("own.toml", MADE_UP + "rank = 4\n", "card[1].level: a monster has exactly one of level, rank, link, not 2"),
        ("own.toml", MADE_UP + "scale = [4]\n", "card[1].scale: [4]: expected a number, or two: left and right"),
        ("own.toml", MADE_UP * 2, "card[2].name: 'Test Golem': a second card of that name"),
        ("own.toml", "title = 'no cards'\n", "no card records there: [[card]] is missing"),
        ("own.toml", "[[card]\n", "no valid TOML"),
        ("own.jsonl", '{"name": "Test Golem"}\n', "line 1.card: missing"),
        ("own.jsonl", "\n{\n", "line 2: no valid JSON"),
        ("own.jsonl", "\n", "no card records there"),
    ],
)
def test_a_faulty_file_names_file_key_and_culprit(tmp_path: Path, name: str, text: str, problem: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    made = run("cards", "show", "Sangan", "--cards", file)
    assert (made.exit_code, made.stdout) == (2, "")
    assert f"ygolp: {file}: {problem}" in made.stderr
    with pytest.raises(ScenarioError):
        read_cards(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    made = run("cards", "show", "Sangan", "--cards", tmp_path / "nowhere.toml")
    assert (made.exit_code, made.stderr) == (2, f"ygolp: {tmp_path / 'nowhere.toml'}: No such file or directory\n")


def test_json_has_the_record_and_its_sentences() -> None:
    told = answer("cards", "show", "Upstart Goblin")
    record = embedded().find("Upstart Goblin")
    assert record is not None
    (card,) = told["cards"]
    assert told["format"] == 1
    assert card["record"] == record
    assert card["sections"][0] == {
        "heading": "Effects", "sentences": ["1. Draw 1 card, then your opponent gains 1000 LP."],
    }  # fmt: skip
    assert answer("cards", "show", "Quux")["error"]["messages"] == ["'Quux': unknown card"]


def test_the_solver_is_not_imported_for_it() -> None:
    code = (
        "import sys, ygolp.cli\nygolp.cli.main(['cards', 'show', 'Sangan'], standalone_mode=False)\n"
        "print(sorted({'clingo', 'networkx', 'ygolp.duel'} & set(sys.modules)))"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert made.stdout.decode().splitlines()[-1] == "[]"
