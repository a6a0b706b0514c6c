//! Charts as SVG. Colours, dashes and fonts are classes that the page's style sheet defines, so that light, dark and paper
//! need one drawing; for wide and narrow pages each chart is drawn twice.

pub(crate) mod bars;
pub(crate) mod lines;
pub(crate) mod map;
pub(crate) mod picture;
mod scale;

use svg::node::element::Element;
use svg::node::{Node, Text, Value};

use super::doc::Chart;

/// How many kinds of line and colour the style sheet has.
pub(crate) const STYLES: usize = 8;

/// For which page a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Wide,
    Narrow,
}

impl Form {
    fn width(self) -> f64 {
        match self {
            Form::Wide => 1060.0,
            Form::Narrow => 380.0,
        }
    }

    fn pick<T>(self, wide: T, narrow: T) -> T {
        match self {
            Form::Wide => wide,
            Form::Narrow => narrow,
        }
    }
}

/// What every chart says of itself, also to those who do not see it.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// Unique in the page.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) caption: String,
}

/// Both drawings of a chart.
fn both(about: &About, draw: impl Fn(Form) -> Canvas) -> Chart {
    Chart {
        caption: about.caption.clone(),
        wide: draw(Form::Wide).finish(about, "wide"),
        narrow: draw(Form::Narrow).finish(about, "narrow"),
    }
}

#[derive(Clone, Copy, Debug)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in progress; lengths are in the units of the view box, about one pixel.
struct Canvas {
    width: f64,
    height: f64,
    nodes: Vec<Element>,
}

impl Canvas {
    fn new(width: f64, height: f64) -> Self {
        Self { width, height, nodes: Vec::new() }
    }

    fn add(&mut self, element: Element) {
        self.nodes.push(element);
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, size: f64, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let attributes = [
            ("x", px(x)),
            ("y", px(y)),
            ("text-anchor", anchor.into()),
            ("font-size", px(size)),
            ("class", class.into()),
        ];
        let mut element = element("text", attributes);
        element.append(Text::new(text));
        self.add(element);
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.add(element(
            "line",
            [("x1", px(x1)), ("y1", px(y1)), ("x2", px(x2)), ("y2", px(y2)), ("class", class.into())],
        ));
    }

    /// With a text that a pointer at rest shows.
    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, hint: &str) {
        let attributes =
            [("x", px(x)), ("y", px(y)), ("width", px(width)), ("height", px(height)), ("class", class.into())];
        self.add(hinted(element("rect", attributes), hint));
    }

    fn path(&mut self, data: String, class: &str, hint: &str) {
        self.add(hinted(element("path", [("d", data), ("class", class.into())]), hint));
    }

    fn finish(self, about: &About, form: &str) -> String {
        let (title, description) = (format!("{}-{form}-t", about.id), format!("{}-{form}-d", about.id));
        let mut svg = element(
            "svg",
            [
                ("viewBox", format!("0 0 {} {}", px(self.width), px(self.height))),
                ("role", "img".into()),
                ("aria-labelledby", format!("{title} {description}")),
            ],
        );
        for (name, id, text) in [("title", title, &about.title), ("desc", description, &about.description)] {
            let mut node = element(name, [("id", id)]);
            node.append(Text::new(text));
            svg.append(node);
        }
        for node in self.nodes {
            svg.append(node);
        }
        svg.to_string()
    }
}

fn hinted(mut element: Element, hint: &str) -> Element {
    if !hint.is_empty() {
        let mut title = Element::new("title");
        title.append(Text::new(hint));
        element.append(title);
    }
    element
}

fn element<const N: usize>(name: &str, attributes: [(&str, String); N]) -> Element {
    let mut element = Element::new(name);
    for (key, value) in attributes {
        element.assign(key, Value::from(value));
    }
    element
}

/// A tenth of a pixel is enough.
fn px(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// Where labels of this height go so that none covers another and all stay between `top` and `bottom`, as near to where
/// they belong as that allows; in the order of `wanted`.
fn dodge(wanted: &[f64], height: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut placed = wanted.to_vec();
    // From the top push downwards, then from the bottom upwards: what lies between is then in place.
    let mut least = top;
    for &i in &order {
        placed[i] = placed[i].max(least);
        least = placed[i] + height;
    }
    let mut most = bottom;
    for &i in order.iter().rev() {
        placed[i] = placed[i].min(most);
        most = placed[i] - height;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_apart_and_inside() {
        let placed = dodge(&[50.0, 52.0, 51.0, 98.0, 99.0], 10.0, 0.0, 100.0);
        let mut sorted = placed.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9), "{placed:?}");
        assert!(sorted[0] >= 0.0 && sorted[4] <= 100.0, "{placed:?}");
        assert!(placed[0] < placed[2] && placed[2] < placed[1], "the order is kept: {placed:?}");
    }
}
