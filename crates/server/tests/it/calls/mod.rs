//! One file a call: it works, each refusal, bad input, absent, twice. Whole answers are snapshots.
