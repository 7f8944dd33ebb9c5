// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where a page paints, and how often a pattern is drawn there. A place that cannot be told is everywhere: too much is
//! counted rather than too little.

use hayro::hayro_syntax::object::{Array, Dict, Number, Object, Rect};

/// As a PDF writes it: `[a b c d e f]`.
pub(super) type Matrix = [f64; 6];

pub(super) const UNCHANGED: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
pub(super) const UNIT: Rect = Rect::new(0.0, 0.0, 1.0, 1.0);
const EVERYWHERE: Rect = Rect::new(
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
    f64::INFINITY,
    f64::INFINITY,
);

/// The last numbers of some; those that are missing are not a number.
pub(super) fn numbers<const N: usize>(of: &[&Object<'_>]) -> [f64; N] {
    let mut all = [f64::NAN; N];
    for (number, one) in all.iter_mut().rev().zip(of.iter().rev()) {
        if let Object::Number(one) = one {
            *number = one.as_f64();
        }
    }
    all
}

/// Does `inner` first.
pub(super) fn within(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let turn = |x: f64, y: f64| [x * outer[0] + y * outer[2], x * outer[1] + y * outer[3]];
    let ([a, b], [c, d], [e, f]) = (turn(a, b), turn(c, d), turn(e, f));
    [a, b, c, d, e + outer[4], f + outer[5]]
}

fn inverse([a, b, c, d, e, f]: Matrix) -> Matrix {
    let size = a * d - b * c;
    let (a, b, c, d) = (d / size, -b / size, -c / size, a / size);
    [a, b, c, d, -(e * a + f * c), -(e * b + f * d)]
}

/// The place that a path is in so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Path(Option<Rect>);

impl Path {
    /// Adds points, as `x y x y`.
    pub(super) fn add(&mut self, points: &[f64], matrix: Matrix) {
        for point in points.chunks_exact(2) {
            let [.., x, y] = within([0.0, 0.0, 0.0, 0.0, point[0], point[1]], matrix);
            self.0 = Some(match self.0 {
                _ if !(x.is_finite() && y.is_finite()) => EVERYWHERE,
                None => Rect::new(x, y, x, y),
                Some(to) => Rect::new(to.x0.min(x), to.y0.min(y), to.x1.max(x), to.y1.max(y)),
            });
        }
    }

    pub(super) fn add_rectangle(&mut self, of: Rect, matrix: Matrix) {
        let (x0, y0, x1, y1) = (of.x0, of.y0, of.x1, of.y1);
        self.add(&[x0, y0, x1, y0, x1, y1, x0, y1], matrix);
    }

    /// The place of a path that was begun can no longer be told, because where it stands changes.
    pub(super) fn moves(&mut self) {
        self.0 = self.0.map(|_| EVERYWHERE);
    }

    /// The part of a place that the path is in.
    pub(super) fn part_of(self, place: Rect) -> Rect {
        self.0.map_or(place, |own| own.intersect(place))
    }
}

/// The place that a drawing has, in its own measure.
pub(super) fn paper(dict: &Dict<'_>) -> Rect {
    dict.get(b"BBox").unwrap_or(EVERYWHERE)
}

/// A pattern that is tiled.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    /// What one of them draws.
    pub(super) drawings: f64,
    paper: Rect,
    steps: [f64; 2],
    /// From what is painted to the pattern's own measure.
    inverse: Matrix,
}

impl Tiles {
    pub(super) fn new(dict: &Dict<'_>, drawings: f64) -> Self {
        let step = |key: &[u8]| dict.get::<Number>(key).map_or(0.0, |step| step.as_f64());
        let matrix = dict.get::<Array<'_>>(b"Matrix").map_or(UNCHANGED, |list| {
            let list: Vec<Object<'_>> = list.iter().collect();
            numbers(&list.iter().collect::<Vec<_>>())
        });
        Self {
            drawings,
            paper: paper(dict),
            steps: [step(b"XStep"), step(b"YStep")],
            inverse: inverse(matrix),
        }
    }

    /// What is drawn where a place is painted with them.
    pub(super) fn over(&self, place: Rect) -> f64 {
        let mut own = Path::default();
        own.add_rectangle(place, self.inverse);
        let own = own.part_of(EVERYWHERE);
        // From the first to the last that reaches into the place.
        let along = |from: f64, to: f64, low: f64, high: f64, step: f64| {
            let count = ((to - low) / step).ceil() - ((from - high) / step).floor() - 1.0;
            if count < 1.0 { 1.0 } else { count }
        };
        let [wide, high] = self.steps.map(f64::abs);
        let paper = self.paper;
        self.drawings
            * along(own.x0, own.x1, paper.x0, paper.x1, wide)
            * along(own.y0, own.y1, paper.y0, paper.y1, high)
    }
}
