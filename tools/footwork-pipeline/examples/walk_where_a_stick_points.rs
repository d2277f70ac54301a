//! A character that walks where a stick points, by clips of the sample library.

use std::error::Error;
use std::path::Path;

use footwork_base::FrameRate;
use footwork_library::Library;
use footwork_matching::{
    Controller, ControllerConfig, Filter, Goal, Place, Playback, Rules, Search, Step, Stick,
};
use footwork_pipeline::ClipCharacter;

/// Walks for ten seconds and prints each jump.
pub fn main() -> Result<(), Box<dyn Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples)?;
    // The allowed clips: the walks, ahead and along two bends.
    let query = "Gait.Walk & Source.DeepMimic";
    let found = library.database().query(query)?;
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    let rate = FrameRate::whole(60).ok_or("a rate is above zero")?;
    let character = ClipCharacter::build(&library, clips, rate)?;
    let index = character.poses().index();
    let runway_secs = Rules::default().overrun_secs.into();
    let filter = Filter::new(index, character.poses().landing_spans(&found, runway_secs));
    let search = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let mut allowed = index.candidates().filter(|&it| filter.allows(index, it));
    let start = allowed.next().ok_or("nothing may play")?;

    let (config, rig) = (character.playback_config(), character.rig().clone());
    let mut playback = Playback::new(config, rig, start, Place::default())?;
    let controller = Controller::new(ControllerConfig::default(), Place::default());
    let mut controller = controller.ok_or("a number of the config")?;
    let (mut goal, dt_secs) = (Goal::new(index.schema()), 1.0 / 60.0);
    for frame in 0..600 {
        // The stick: five seconds ahead, then to the left.
        let stick = Stick::new([[0.0, 0.95], [0.95, 0.0]][frame / 300]);
        let is_new = frame % 300 == 0;
        controller.update(dt_secs, stick);
        controller.set_goal(index.schema(), playback.place(), stick, &mut goal);
        let step = playback.update(index, &character, dt_secs, &goal, is_new, &search)?;
        // Pull the character to the point that the stick moves; standing feet stay.
        let place = controller.adjusted(dt_secs, playback.place(), playback.speed_mps());
        playback.set_place(place);
        if let Step::Jump { to, why, .. } = step {
            let clip = index.clips()[to.clip.number() as usize].name();
            println!("{frame}: {clip} from frame {}, {:?}", to.frame, why.trigger);
        }
        // To draw: `playback.place()`, and the rotations of `playback.shown()`.
    }
    let [x, z] = playback.place().position_m;
    println!("after 10 s it is {x:.1} m to the left and {z:.1} m ahead");
    Ok(())
}
