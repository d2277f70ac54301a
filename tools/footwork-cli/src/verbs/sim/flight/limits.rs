//! The limits of the numbers in a scene, in SI units.

use crate::scene_file::fields::limits;

/// The greatest distance from the origin along each axis, in metres.
const MAX_COORDINATE_M: f64 = footwork::flight::MAX_POSITION_M;

limits! {
    Coordinate: "a coordinate, from -1e7 to 1e7 m", -MAX_COORDINATE_M, MAX_COORDINATE_M;
    Velocity: "a velocity, from -1000 to 1000 m/s", -1000.0, 1000.0;
    Spin: "a spin, from -10000 to 10000 rad/s", -10_000.0, 10_000.0;
    Horizon: "a horizon, above 0 and at most 3600 s", f64::MIN_POSITIVE, 3600.0;
    Direction: "a part of a direction, from -1e6 to 1e6", -1.0e6, 1.0e6;
    Speed: "a speed, from 0 to 1000 m/s", 0.0, 1000.0;
    Acceleration: "an acceleration, 0 or from 0.001 to 1e6 m/s²", 0.0, 1.0e6;
    Time: "a time, from 0 to 1e7 s", 0.0, 1.0e7;
    Length: "a length, from 0 to 1000 m", 0.0, 1000.0;
    Turn: "a time to turn around, from 0 to 1000 s", 0.0, 1000.0;
    Share: "a share, from 0 to 1", 0.0, 1.0;
    Normal: "a part of a normal, from -1e6 to 1e6", -1.0e6, 1.0e6;
    Offset: "an offset, from -1e13 to 1e13", -1.0e13, 1.0e13;
    Radius: "a radius, from 1e-6 to 1e7 m", 1.0e-6, 1.0e7;
    Mass: "a mass, from 0.001 to 1000 kg", 0.001, 1000.0;
    BallRadius: "a radius, from 0.001 to 10 m", 0.001, 10.0;
    Gravity: "an acceleration downwards, from 0 to 1000 m/s²", 0.0, 1000.0;
    Density: "a density, from 0 to 100 kg/m³", 0.0, 100.0;
    Lift: "a lift coefficient per spin ratio, from 0 to 100", 0.0, 100.0;
    MostLift: "a lift coefficient, from 0 to 10", 0.0, 10.0;
    DragCoefficient: "a drag coefficient, from 0 to 10", 0.0, 10.0;
    Friction: "a coefficient of friction, from 0 to 10", 0.0, 10.0;
    Rolling: "a deceleration, from 0 to 100 m/s²", 0.0, 100.0;
    Settling: "a speed, from 0 to 10 m/s", 0.0, 10.0;
    Wind: "a velocity of the wind, from -200 to 200 m/s", -200.0, 200.0;
    CrisisSpeed: "a speed, from 0 to 1000 m/s", 0.0, 1000.0;
    CrisisWidth: "a width, from 0.001 to 1000 m/s", 0.001, 1000.0;
}
