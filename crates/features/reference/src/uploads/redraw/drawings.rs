// SPDX-License-Identifier: AGPL-3.0-or-later

//! How much the pages of a document draw. A drawing that is named ten times, in one that is named ten times, and so on
//! for thirty steps, is a few kilobytes long and keeps a reader busy for ever. So does a pattern in patterns, or one
//! with tiny steps, and what is drawn under a mask that is drawn anew for each stroke. Not here: fonts whose letters are
//! drawings, which readers keep once they were drawn.

use std::collections::HashMap;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::content::UntypedIter;
use hayro::hayro_syntax::object::{Dict, Name, Object, ObjectIdentifier, Rect, Stream};
use hayro::hayro_syntax::page::Resources;

use super::DEEPEST;
use super::tiles::{self, Matrix, Path, Tiles};

/// Drawings of one page, counted as often as they are drawn. A map of a city has some thousands.
const MOST: f64 = 100_000.0;
const TOO_MANY: f64 = MOST + 1.0;
/// How many states of drawing are kept for later. Programs that forget to take them back leave some hundreds.
const MOST_KEPT: usize = 10_000;

/// Whether each page is drawn in a bounded time.
pub(super) fn are_bounded(pdf: &Pdf) -> bool {
    let mut drawings = Drawings::default();
    pdf.pages().iter().all(|page| {
        let content = page.page_stream().unwrap_or_default();
        let paper = page.intersected_crop_box();
        let drawn = drawings.within(content, page.resources(), paper, DEEPEST);
        drawn.count <= MOST
    })
}

/// What a content draws, with what is drawn in it.
#[derive(Clone, Copy)]
struct Drawn {
    count: f64,
    /// How often it paints with the colour of what draws it.
    inheriting: f64,
}

const WITHOUT_END: Drawn = Drawn {
    count: TOO_MANY,
    inheriting: 0.0,
};

#[derive(Clone, Copy)]
enum Ink {
    Plain,
    Inherited,
    Tiled(Tiles),
}

/// With what the next is drawn.
#[derive(Clone, Copy)]
struct State {
    fill: Ink,
    stroke: Ink,
    /// What a soft mask draws.
    mask: f64,
    matrix: Matrix,
    clip: Rect,
}

impl Drawn {
    /// Paints a place so many times.
    fn paint(&mut self, inks: &[Ink], place: Rect, times: f64) {
        for ink in inks {
            match ink {
                Ink::Plain => {}
                Ink::Inherited => self.inheriting += times,
                // None at all, over however much, is none.
                Ink::Tiled(_) if times <= 0.0 => {}
                Ink::Tiled(tiles) => self.count += times * tiles.over(place),
            }
        }
    }
}

/// What each drawing draws.
#[derive(Default)]
struct Drawings(HashMap<ObjectIdentifier, Drawn>);

impl Drawings {
    /// What a content draws on a paper; more than the most where it is not counted to its end.
    fn within(
        &mut self,
        content: &[u8],
        resources: &Resources<'_>,
        paper: Rect,
        deep: usize,
    ) -> Drawn {
        let mut all = Drawn {
            count: 1.0,
            inheriting: 0.0,
        };
        let mut state = State {
            fill: Ink::Inherited,
            stroke: Ink::Inherited,
            mask: 0.0,
            matrix: tiles::UNCHANGED,
            clip: paper,
        };
        let mut kept = Vec::new();
        let (mut path, mut clips) = (Path::default(), false);
        let mut acts = UntypedIter::new(content);
        while all.count <= MOST
            && let Some(act) = acts.next()
        {
            let operands: Vec<&Object<'_>> = act.operands().collect();
            let name = match operands.last() {
                Some(Object::Name(name)) => Some(name),
                _ => None,
            };
            let both = [state.fill, state.stroke];
            match &**act.operator {
                b"q" if kept.len() >= MOST_KEPT => return WITHOUT_END,
                b"q" => kept.push(state),
                b"Q" => {
                    state = kept.pop().unwrap_or(state);
                    path.moves();
                }
                b"cm" => {
                    state.matrix = tiles::within(tiles::matrix(&operands), state.matrix);
                    path.moves();
                }
                act @ (b"m" | b"l" | b"v" | b"y" | b"c" | b"re") => {
                    path.go(act, &operands, state.matrix);
                }
                b"W" | b"W*" => clips = true,
                b"g" | b"rg" | b"k" | b"cs" => state.fill = Ink::Plain,
                b"G" | b"RG" | b"K" | b"CS" => state.stroke = Ink::Plain,
                b"sc" | b"scn" => state.fill = self.ink(name, resources, deep, &mut all),
                b"SC" | b"SCN" => state.stroke = self.ink(name, resources, deep, &mut all),
                b"gs" => {
                    let set = name.and_then(|name| resources.get_ext_g_state(name));
                    if let Some(mask) = set.and_then(|set| self.mask(&set, resources, deep)) {
                        state.mask = mask;
                        all.count += mask;
                    }
                }
                b"Do" => {
                    let Some(drawn) = name.and_then(|name| resources.get_x_object(name)) else {
                        continue;
                    };
                    all.count += state.mask;
                    if is_image(drawn.dict()) {
                        all.count += 1.0;
                        paint_image(&mut all, drawn.dict(), &state);
                    } else {
                        let inner = self.of(&drawn, resources, deep);
                        all.count += inner.count;
                        all.paint(&both, state.clip, inner.inheriting);
                    }
                }
                b"BI" => {
                    all.count += state.mask;
                    if let Some(Object::Stream(image)) = operands.last() {
                        paint_image(&mut all, image.dict(), &state);
                    }
                }
                b"sh" => all.count += state.mask,
                b"Tj" | b"TJ" | b"'" | b"\"" => {
                    all.count += state.mask;
                    // How large a letter is stands in its font.
                    all.paint(
                        &both,
                        state.clip,
                        operands.last().map_or(0.0, |it| letters(it)),
                    );
                }
                act @ (b"f" | b"F" | b"f*" | b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*" | b"n") => {
                    let place = path.part_of(state.clip);
                    if act != b"n" {
                        all.count += state.mask;
                    }
                    if matches!(act[0], b'f' | b'F' | b'B' | b'b') {
                        all.paint(&[state.fill], place, 1.0);
                    }
                    // A line may be as wide as the page.
                    if matches!(act[0], b'S' | b's' | b'B' | b'b') {
                        all.paint(&[state.stroke], state.clip, 1.0);
                    }
                    if clips {
                        state.clip = place;
                    }
                    (path, clips) = (Path::default(), false);
                }
                _ => {}
            }
        }
        // What is not a number is too many as well.
        if all.count <= MOST { all } else { WITHOUT_END }
    }

    /// The ink that a pattern's name or a colour stands for; one tile counts at once.
    fn ink(
        &mut self,
        name: Option<&Name<'_>>,
        resources: &Resources<'_>,
        deep: usize,
        all: &mut Drawn,
    ) -> Ink {
        let Some(Object::Stream(tile)) = name.and_then(|name| resources.get_pattern(name)) else {
            return Ink::Plain;
        };
        let drawn = self.of(&tile, resources, deep);
        all.count += drawn.count;
        Ink::Tiled(Tiles::new(tile.dict(), drawn.count))
    }

    /// What the soft mask draws that a state sets, if it sets or ends one.
    fn mask(&mut self, set: &Dict<'_>, resources: &Resources<'_>, deep: usize) -> Option<f64> {
        Some(match set.get::<Object<'_>>(b"SMask")? {
            Object::Dict(mask) => {
                let group = mask.get::<Stream<'_>>(b"G");
                group.map_or(0.0, |group| self.of(&group, resources, deep).count)
            }
            _ => 0.0,
        })
    }

    fn of(&mut self, drawn: &Stream<'_>, around: &Resources<'_>, deep: usize) -> Drawn {
        let dict = drawn.dict();
        let id = drawn.obj_id();
        if let Some(known) = self.0.get(&id) {
            return *known;
        }
        let Some(deep) = deep.checked_sub(1) else {
            return WITHOUT_END;
        };
        // One that draws itself has no end.
        self.0.insert(id, WITHOUT_END);
        let Ok(content) = drawn.decoded() else {
            return WITHOUT_END;
        };
        let paper = tiles::paper(dict);
        let all = match dict.get::<Dict<'_>>(b"Resources") {
            Some(own) => {
                let own = Resources::from_parent(own, around.clone());
                self.within(&content, &own, paper, deep)
            }
            None => self.within(&content, around, paper, deep),
        };
        self.0.insert(id, all);
        all
    }
}

fn is_image(dict: &Dict<'_>) -> bool {
    dict.get::<Name<'_>>(b"Subtype").as_deref() == Some(b"Image")
}

/// Paints an image that is painted in the colour that is set.
fn paint_image(all: &mut Drawn, image: &Dict<'_>, state: &State) {
    let keys: [&[u8]; 2] = [b"ImageMask", b"IM"];
    if keys.iter().any(|key| image.get::<bool>(key) == Some(true)) {
        let mut place = Path::default();
        place.add_rectangle(tiles::UNIT, state.matrix);
        all.paint(&[state.fill], place.part_of(state.clip), 1.0);
    }
}

/// At most how many letters a text has.
fn letters(text: &Object<'_>) -> f64 {
    let length = |one: &Object<'_>| match one {
        Object::String(text) => u32::try_from(text.as_ref().len()).map_or(TOO_MANY, f64::from),
        _ => 0.0,
    };
    match text {
        Object::Array(list) => list.iter::<Object<'_>>().map(|one| length(&one)).sum(),
        one => length(one),
    }
}
