//! The directions a scene is seen from, and the projection of its points to the picture.

/// A viewing direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// Down: x to the right, z down the picture.
    Top,
    /// Down, turned: z to the right, x up the picture.
    Turned,
    /// Along -z: x to the right, y up the picture.
    Side,
    /// Along x: z to the right, y up the picture.
    Front,
}

impl View {
    /// Projects a point to metres to the right of and below the origin.
    pub(crate) fn flat(self, [x, y, z]: [f64; 3]) -> [f64; 2] {
        match self {
            Self::Top => [x, z],
            Self::Turned => [z, -x],
            Self::Side => [x, -y],
            Self::Front => [z, -y],
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Top => "from above: x right, z down",
            Self::Turned => "from above: z right, x up",
            Self::Side => "from the side: x right, y up",
            Self::Front => "from the front: z right, y up",
        }
    }
}

/// The mapping from metres to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) view: View,
    /// The minimum and maximum of the visible area, in the metres of the view.
    pub(crate) metres: [[f64; 2]; 2],
    /// The upper left corner, in pixels.
    pub(crate) corner: [f64; 2],
    /// Pixels per metre.
    pub(crate) scale: f64,
}

impl Frame {
    /// Creates a frame of this width that shows all of the area.
    pub(crate) fn new(
        view: View,
        metres: [[f64; 2]; 2],
        corner: [f64; 2],
        width: f64,
        max_height: f64,
    ) -> Self {
        let [across, down] = extents(metres);
        let scale = (width / across).min(max_height / down);
        // If the height limits the scale, the spare width shows more of the scene.
        let more = (width / scale - across) / 2.0;
        let [least, most] = metres;
        Self {
            view,
            metres: [[least[0] - more, least[1]], [most[0] + more, most[1]]],
            corner,
            scale,
        }
    }

    /// Returns the width and height in pixels.
    pub(crate) fn size(&self) -> [f64; 2] {
        extents(self.metres).map(|metres| metres * self.scale)
    }

    /// Returns the pixel of a point in the scene.
    pub(crate) fn place(&self, point: [f64; 3]) -> [f64; 2] {
        let flat = self.view.flat(point);
        [0, 1].map(|axis| self.corner[axis] + (flat[axis] - self.metres[0][axis]) * self.scale)
    }
}

fn extents([least, most]: [[f64; 2]; 2]) -> [f64; 2] {
    [most[0] - least[0], most[1] - least[1]]
}
