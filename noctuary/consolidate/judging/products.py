"""Measures that are two at once: a clash in what is shared, a change of what stays the same. It decides nothing.

The judge's model is linear: what counts only together must be one number.
"""

from __future__ import annotations


def products(f: dict[str, float]) -> dict[str, float]:
    """The products of the measures of a pair, by name."""
    clash = max(f["v_differ"], f["rival_tail"], f["antonym"], f["neg_cross"])
    told = 1.0 - f["told_0"]
    found = _of_loose(f, told) | _of_words(f, clash, told) | _of_meaning(f, clash, told) | _of_attribute(f, clash, told)
    found |= _of_predicate(f, clash) | _of_denial(f, told)
    return found | _of_length(f | found)


_TOLD_AT_LENGTH = """
a_multi a_says_former a_weak_change against_head apart_first attr_far attr_max b_all b_any_change b_multi b_reason
b_switched calm_nothing denial_both denial_calm denial_one denial_told differ_same_name even_object exact first_a
first_b head_a head_b head_res_both left_far left_siblings like like_high longer_b main_all main_res_a main_res_b
named_only named_only_far names_a names_b names_both neg_b neg_cross neg_odd new_reason news_a news_b news_both
news_more news_most_a news_most_b no_clash_full_a object_same odd odd_object once_b part_one plain_like plain_object
res_a res_b res_both same_name scope_added sib_told soft_b some_change_first subject_one_side told_2 told_3 v_equal
v_none v_only_a
""".split()


def _of_length(f: dict[str, float]) -> dict[str, float]:
    """What counts more, or less, between two long statements: each says several things, of which one may clash."""
    if not (long := f["long"]):
        return {}
    return {f"long_{name}": long * value for name in _TOLD_AT_LENGTH if (value := f.get(name))}


def _of_loose(f: dict[str, float], told: float) -> dict[str, float]:
    """Values that no scale compares, in what is shared; what one side says is no more."""
    gone = float(f["b_no_longer"] != f.get("a_no_longer", 0.0))
    return {
        "loose_told": f["loose_differ"] * told, "loose_one_soft": f["loose_one"] * f["soft_min"],
        "loose_one_attr": f["loose_one"] * f["attr_min"], "loose_same_soft": f["loose_same"] * f["soft_min"],
        "coded_told": f["coded_both"] * told, "coded_soft": f["coded_both"] * f["soft_min"],
        "coded_attr": f["coded_both"] * f["attr_min"], "kinds_apart_told": f["kinds_apart"] * told,
        "gone_soft": gone * f["soft_min"], "gone_told": gone * told, "gone_same": gone * f["cov_a"],
    }  # fmt: skip


def _of_words(f: dict[str, float], clash: float, told: float) -> dict[str, float]:
    """What meets and clashes by its letters."""
    shared, calm = f["told_2"] + f["told_3"], 1.0 - clash
    return {
        "clash": clash, "clash_shared": clash * min(1.0, shared + f["told_1"] * 0.5),
        "clash_head": clash * f["head_res_both"], "clash_first": clash * f["first_a"] * f["first_b"],
        "clash_apart_first": clash * (1 - f["first_a"]) * (1 - f["first_b"]),
        "apart_first": (1 - f["first_a"]) * (1 - f["first_b"]), "head_names_clash": f["head_names"] * clash,
        "differ_cov": f["v_differ"] * f["cov_max"], "differ_same_name": f["v_differ"] * f["same_name"],
        "clean_differ": f["v_differ"] * f["none_left_a"] * f["none_left_b"],
        "half_clean_differ": f["v_differ"] * max(f["none_left_a"], f["none_left_b"]),
        "once_b_when": f["once_b"] * f["v_differ_date"], "once_a_when": f["once_a"] * f["v_differ_date"],
        "turn_names": max(f["neg_odd"], f["modality_turn"]) * max(f["names_both"], f["codes_both"]),
        "one_each_shared": f["one_each"] * shared, "rival_shared": f["rival_tail"] * told,
        "rival_clean": f["rival_tail"] * max(f["none_left_a"], f["none_left_b"]),
        "cross_cov": f["neg_cross"] * f["cov_min"],
        "names_shared": f["names_both"] * f["tail_names"] * told * (1 - f["subjects_differ"]),
        "swap_tail_shared": f["swap_tail"] * told, "unreal_shared": f["b_unreal"] * told,
        "change_shared": f["b_strong_change"] * told, "change_cov": f["b_strong_change"] * f["cov_a"],
        "turn_first": f["b_strong_change"] * f["first_a"], "no_clash_cov": calm * f["cov_min"],
        "no_clash_full_a": calm * f["cov_a"] * f["res_b"],
        "no_clash_even": calm * f["cov_min"] * (1 - f["res_b"]), "calm_nothing": calm * f["res_both"],
        "equal_cov": f["v_all_equal"] * f["cov_min"], "equal_no_clash": f["v_all_equal"] * calm,
    }  # fmt: skip


def _of_meaning(f: dict[str, float], clash: float, told: float) -> dict[str, float]:
    """What meets softly, is denied or tells of a change."""
    change, odd = f["b_some_change"], f["denial_odd"]
    return {
        "soft_told": f["soft_min"] * told, "soft_clash": f["soft_max"] * clash,
        "soft_calm": f["soft_min"] * (1 - max(clash, odd)), "sib_told": f.get("left_siblings", 0.0) * told,
        "against_1_told": f["against_1"] * told, "against_1_soft": f["against_1"] * f["soft_min"],
        "against_2_told": f["against_2"] * told, "against_2_soft": f["against_2"] * f["soft_min"],
        "denial_cov": odd * f["cov_min"], "denial_told": odd * told, "denial_calm": (1 - odd) * f["soft_min"],
        "denial_soft_max": odd * f["soft_max"], "like_denial": f["like"] * odd,
        "change_soft": f["b_any_change"] * f["soft_a"], "change_like": f["b_any_change"] * f["like"],
        "some_change_told": change * told, "some_change_soft": change * f["soft_a"],
        "some_change_first": change * f["first_a"], "weak_told": f["b_weak_change"] * told,
        "weak_clash": f["b_weak_change"] * clash, "doubt_clash": f["doubt"] * clash,
    }  # fmt: skip


def _of_attribute(f: dict[str, float], clash: float, told: float) -> dict[str, float]:
    """Whether it is one attribute that clashes or changes, or only one thing that two are told of."""
    change = f["b_some_change"]
    return {
        "named_clash": f["named_only"] * clash, "named_change": f["named_only"] * change,
        "named_value": f["named_only"] * f["v_differ"], "described_clash": f["described_apart"] * clash,
        "attr_clash": f["attr_min"] * clash, "attr_max_clash": f["attr_max"] * clash,
        "attr_change": f["attr_min"] * change, "attr_names": f["attr_min"] * f["names_both"],
        "attr_denied": f["attr_min"] * f["denial_odd"], "attr_far_change": (1 - f["attr_max"]) * change,
        "attr_far": (1 - f["attr_max"]) * told,
    }  # fmt: skip


def _of_predicate(f: dict[str, float], clash: float) -> dict[str, float]:
    """Whether it is one predicate that clashes, changes or is denied of one object."""
    change, odd, names = f["b_some_change"], f["denial_odd"], f["names_both"]
    far, near, same = f.get("pred_far", 0.0), f.get("pred_near", 0.0), f["object_same"]
    return {
        "pred_far_clash": far * clash, "pred_far_names": far * names, "pred_far_change": far * change,
        "pred_near_clash": near * clash, "pred_near_names": near * names, "pred_near_change": near * change,
        "pred_none_clash": f.get("pred_none", 0.0) * clash, "pred_none_names": f.get("pred_none", 0.0) * names,
        "pred_shared_clash": f.get("pred_shared", 0.0) * clash, "pred_shared_names": f.get("pred_shared", 0.0) * names,
        "pred_first_clash": f.get("pred_first_far", 0.0) * clash,
        "odd_object": odd * same, "odd_object_soft": odd * same * f["soft_min"], "even_object": (1 - odd) * same,
        "odd_object_attr": odd * same * f["attr_max"], "even_object_soft": (1 - odd) * same * f["soft_min"],
        "part_clash": f["part_one"] * clash, "parts_clash": f["part_both"] * clash,
    }  # fmt: skip


def _of_denial(f: dict[str, float], told: float) -> dict[str, float]:
    """A denial that the other side says in a word of its own, or does not say at all."""
    quiet, plain = f["denial_quiet"], f["denial_odd"] - f["denial_quiet"]
    return {
        "quiet_object": quiet * f["object_same"], "quiet_soft": quiet * f["soft_min"], "quiet_told": quiet * told,
        "plain_object": plain * f["object_same"], "plain_soft": plain * f["soft_min"], "plain_told": plain * told,
        "plain_like": plain * f["like"],
    }  # fmt: skip
