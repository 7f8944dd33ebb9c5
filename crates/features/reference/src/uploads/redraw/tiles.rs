// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where a page paints, and how often a pattern is drawn there. A place that cannot be told is everywhere: too much is
//! counted rather than too little.

use hayro::hayro_syntax::object::{Array, Dict, Number, Object, Rect};

/// What becomes of the step to the right, of the step up, and of the origin, as `x y` each.
pub(super) type Matrix = [[f64; 2]; 3];

pub(super) const UNCHANGED: Matrix = [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
pub(super) const UNIT: Rect = Rect::new(0.0, 0.0, 1.0, 1.0);
const EVERYWHERE: Rect = Rect::new(
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
    f64::INFINITY,
    f64::INFINITY,
);

/// The last numbers of some; those that are missing are not a number.
fn numbers<const N: usize>(of: &[&Object<'_>]) -> [f64; N] {
    let mut all = [f64::NAN; N];
    for (number, one) in all.iter_mut().rev().zip(of.iter().rev()) {
        if let Object::Number(one) = one {
            *number = one.as_f64();
        }
    }
    all
}

/// The matrix that six numbers are.
pub(super) fn matrix(of: &[&Object<'_>]) -> Matrix {
    let all = numbers::<6>(of);
    [[all[0], all[1]], [all[2], all[3]], [all[4], all[5]]]
}

fn turn([x, y]: [f64; 2], [right, up, _]: Matrix) -> [f64; 2] {
    [x * right[0] + y * up[0], x * right[1] + y * up[1]]
}

fn point(at: [f64; 2], matrix: Matrix) -> [f64; 2] {
    let [x, y] = turn(at, matrix);
    [x + matrix[2][0], y + matrix[2][1]]
}

/// Does `inner` first.
pub(super) fn within([right, up, origin]: Matrix, outer: Matrix) -> Matrix {
    [turn(right, outer), turn(up, outer), point(origin, outer)]
}

fn inverse([right, up, origin]: Matrix) -> Matrix {
    let size = right[0] * up[1] - right[1] * up[0];
    let back = [
        [up[1] / size, -right[1] / size],
        [-up[0] / size, right[0] / size],
        [0.0, 0.0],
    ];
    [back[0], back[1], turn(origin.map(|one| -one), back)]
}

/// The place that a path is in so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Path(Option<Rect>);

impl Path {
    /// Goes on by an operator with its operands.
    pub(super) fn go(&mut self, operator: &[u8], operands: &[&Object<'_>], matrix: Matrix) {
        match operator {
            b"m" | b"l" => self.add(&numbers::<2>(operands), matrix),
            b"v" | b"y" => self.add(&numbers::<4>(operands), matrix),
            b"c" => self.add(&numbers::<6>(operands), matrix),
            b"re" => {
                let [x, y, wide, high] = numbers(operands);
                self.add_rectangle(Rect::new(x, y, x + wide, y + high), matrix);
            }
            _ => {}
        }
    }

    /// Adds points, as `x y x y`.
    fn add(&mut self, points: &[f64], matrix: Matrix) {
        for at in points.chunks_exact(2) {
            let [x, y] = point([at[0], at[1]], matrix);
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
        let placed = dict.get::<Array<'_>>(b"Matrix").map_or(UNCHANGED, |list| {
            let list: Vec<Object<'_>> = list.iter().collect();
            matrix(&list.iter().collect::<Vec<_>>())
        });
        Self {
            drawings,
            paper: paper(dict),
            steps: [step(b"XStep"), step(b"YStep")],
            inverse: inverse(placed),
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
