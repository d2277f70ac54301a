//! Two simulated disks, one of the library and one of the user's state folder. They separate written from durable
//! data, and can stop, fill up or be cut off at any call, together or separately.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use footwork_store::{Files, LogFiles, MARKER_FILE};
use footwork_testkit::Random;

/// A fault of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Nothing,
    /// The machine stops at this call; every later one fails.
    Stop(usize),
    /// This call fails.
    FailOnce(usize),
    /// These two calls fail.
    FailTwice(usize, usize),
    /// From this call on, every call that writes fails.
    FailFrom(usize),
    /// From this call on, every call that writes to one disk fails.
    Full(DiskName, usize),
    /// From this call on, every call on one disk fails.
    CutOff(DiskName, usize),
    /// The call with the first number fails, and the machine stops at the call with the second.
    FailThenStop(usize, usize),
    /// No file can be truncated.
    NoCut,
}

/// One of the disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskName {
    Library,
    State,
}

pub(crate) const DISKS: [DiskName; 2] = [DiskName::Library, DiskName::State];

impl DiskName {
    /// Returns the disk that a path is on.
    fn of(path: &Path) -> Self {
        if path.starts_with(STATE) {
            Self::State
        } else {
            Self::Library
        }
    }
}

/// The folder under which the disk with the state folder is mounted.
const STATE: &str = "/state";

/// A source location that calls sync.
pub(crate) type Site = (&'static str, u32, u32);

#[derive(Clone, Debug, Default)]
struct Content {
    now: Rc<Vec<u8>>,
    lasting: Rc<Vec<u8>>,
}

/// Names and files, as programs see them and as they would be after a crash.
#[derive(Clone, Debug, Default)]
struct Disk {
    contents: Vec<Content>,
    names: BTreeMap<PathBuf, usize>,
    lasting_names: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    lasting_folders: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct State {
    disk: Disk,
    calls: usize,
    fault: Fault,
    /// Before this call, another program writes this content to a file.
    meanwhile: Option<(usize, PathBuf, Vec<u8>)>,
    /// Syncs at this source location do nothing.
    without: Option<Site>,
    sites: BTreeSet<Site>,
    /// The number of the first call that appended to a journal.
    noted_at: Option<usize>,
}

/// The two disks; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Simulated(Rc<RefCell<State>>);

impl Simulated {
    /// Creates disks with these folders, on which nothing goes wrong yet.
    pub(crate) fn new(folders: &[&str], without: Option<Site>) -> Self {
        let folders: BTreeSet<PathBuf> = folders.iter().map(PathBuf::from).collect();
        let disk = Disk {
            folders: folders.clone(),
            lasting_folders: folders,
            ..Disk::default()
        };
        Self::with(disk, without)
    }

    /// Sets the fault that the following calls meet, and restarts the count of calls.
    pub(crate) fn expect(&self, fault: Fault) {
        let mut state = self.0.borrow_mut();
        state.calls = 0;
        state.fault = fault;
        state.noted_at = None;
    }

    /// Returns the number of the first call since [`expect`](Self::expect) that appended to a journal.
    pub(crate) fn noted_at(&self) -> Option<usize> {
        self.0.borrow().noted_at
    }

    pub(crate) fn calls(&self) -> usize {
        self.0.borrow().calls
    }

    pub(crate) fn sites(&self) -> BTreeSet<Site> {
        self.0.borrow().sites.clone()
    }

    /// Returns whether the library's root has a complete marker of an edit in flight.
    pub(crate) fn has_marker(&self) -> bool {
        let state = self.0.borrow();
        let file = state
            .disk
            .names
            .get(&Path::new("/library").join(MARKER_FILE));
        let content = file.map(|&file| state.disk.contents[file].now.to_vec());
        String::from_utf8_lossy(&content.unwrap_or_default()).contains("\noperation: an edit\n")
    }

    /// Returns the content of all files outside a folder, other than the marker.
    pub(crate) fn seen(&self, own: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let state = self.0.borrow();
        let names = state.disk.names.iter();
        let others =
            names.filter(|(path, _)| !path.starts_with(own) && !path.ends_with(MARKER_FILE));
        others
            .map(|(path, file)| (path.clone(), state.disk.contents[*file].now.to_vec()))
            .collect()
    }

    /// Writes or removes a file from outside, durably.
    pub(crate) fn outside(&self, path: &Path, content: Option<&[u8]>) {
        let disk = &mut self.0.borrow_mut().disk;
        match content {
            None => {
                disk.names.remove(path);
                disk.lasting_names.remove(path);
            }
            Some(content) => {
                let content = Rc::new(content.to_vec());
                disk.contents.push(Content {
                    now: Rc::clone(&content),
                    lasting: content,
                });
                let file = disk.contents.len() - 1;
                disk.names.insert(path.to_path_buf(), file);
                disk.lasting_names.insert(path.to_path_buf(), file);
            }
        }
    }

    /// Returns the disks after a restart of the machine: unsynced writes survive at random.
    pub(crate) fn after_crash(&self, random: &mut Random) -> Self {
        self.after_crash_of(&DISKS, random)
    }

    /// Returns the disks after the `lost` ones lost power: unsynced writes there survive at random.
    pub(crate) fn after_crash_of(&self, lost: &[DiskName], random: &mut Random) -> Self {
        let state = self.0.borrow();
        let old = &state.disk;
        let is_lost = |path: &Path| lost.contains(&DiskName::of(path));
        let mut disk = Disk::default();
        let folders = old.folders.union(&old.lasting_folders);
        disk.folders = folders
            .filter(|folder| {
                if is_lost(folder) {
                    old.lasting_folders.contains(*folder) || random.one_in(2)
                } else {
                    old.folders.contains(*folder)
                }
            })
            .cloned()
            .collect();
        let paths: BTreeSet<&PathBuf> = old.names.keys().chain(old.lasting_names.keys()).collect();
        for path in paths {
            let is_without_folder = path
                .ancestors()
                .skip(1)
                .any(|folder| old.folders.contains(folder) && !disk.folders.contains(folder));
            let (now, lasting) = (old.names.get(path), old.lasting_names.get(path));
            let chosen = if now == lasting || !is_lost(path) || random.one_in(2) {
                now
            } else {
                lasting
            };
            if let Some(&file) = chosen.filter(|_| !is_without_folder) {
                let content = if is_lost(path) {
                    lasting_content(&old.contents[file], random)
                } else {
                    Rc::clone(&old.contents[file].now)
                };
                disk.contents.push(Content {
                    now: Rc::clone(&content),
                    lasting: content,
                });
                disk.names.insert(path.clone(), disk.contents.len() - 1);
            }
        }
        disk.lasting_names = disk.names.clone();
        disk.lasting_folders = disk.folders.clone();
        Self::with(disk, state.without)
    }

    fn with(disk: Disk, without: Option<Site>) -> Self {
        Self(Rc::new(RefCell::new(State {
            disk,
            calls: 0,
            fault: Fault::Nothing,
            meanwhile: None,
            without,
            sites: BTreeSet::new(),
            noted_at: None,
        })))
    }

    /// Returns the disk after the program was killed and the machine stayed on.
    pub(crate) fn after_kill(&self) -> Self {
        let state = self.0.borrow();
        Self::with(state.disk.clone(), state.without)
    }

    /// Makes another program write this to a file before a call, counted from here.
    pub(crate) fn meanwhile(&self, call: usize, path: &Path, content: &[u8]) {
        let mut state = self.0.borrow_mut();
        state.calls = 0;
        state.meanwhile = Some((call, path.to_path_buf(), content.to_vec()));
    }

    /// Counts a call; returns an error if the fault makes this call fail.
    fn call(&self, path: &Path, writes: bool) -> io::Result<()> {
        let is_next = |state: &State| {
            let meanwhile = state.meanwhile.as_ref();
            meanwhile.is_some_and(|(call, ..)| *call == state.calls + 1)
        };
        if is_next(&self.0.borrow()) {
            let (_, path, content) = self.0.borrow_mut().meanwhile.take().unwrap();
            self.outside(&path, Some(&content));
        }
        let mut state = self.0.borrow_mut();
        state.calls += 1;
        let fails = match state.fault {
            Fault::Nothing | Fault::NoCut => false,
            Fault::Stop(at) => state.calls >= at,
            Fault::FailOnce(at) => state.calls == at,
            Fault::FailTwice(first, second) => [first, second].contains(&state.calls),
            Fault::FailFrom(at) => writes && state.calls >= at,
            Fault::Full(disk, at) => writes && state.calls >= at && disk == DiskName::of(path),
            Fault::CutOff(disk, at) => state.calls >= at && disk == DiskName::of(path),
            Fault::FailThenStop(at, stop) => state.calls == at || state.calls >= stop,
        };
        if fails {
            Err(io::Error::other("simulated"))
        } else {
            Ok(())
        }
    }

    /// Returns whether a failed call may have had a partial effect. It has none if the machine stopped, or the disk was
    /// cut off, before the call.
    fn does_part(&self) -> bool {
        let state = self.0.borrow();
        match state.fault {
            Fault::Stop(at) => state.calls == at,
            Fault::FailThenStop(_, stop) => state.calls <= stop,
            Fault::CutOff(_, at) => state.calls == at,
            _ => true,
        }
    }

    fn number(&self, path: &Path) -> Option<usize> {
        self.0.borrow().disk.names.get(path).copied()
    }

    fn make(&self, path: &Path, content: Vec<u8>) {
        let disk = &mut self.0.borrow_mut().disk;
        disk.contents.push(Content {
            now: Rc::new(content),
            lasting: Rc::default(),
        });
        let file = disk.contents.len() - 1;
        disk.names.insert(path.to_path_buf(), file);
    }

    fn is_left_out(&self, site: Site) -> bool {
        let mut state = self.0.borrow_mut();
        state.sites.insert(site);
        state.without == Some(site)
    }
}

/// Returns what remains of a file after a crash: the synced content, the written content, or a part of the appended
/// bytes, with zeros for unwritten blocks.
fn lasting_content(content: &Content, random: &mut Random) -> Rc<Vec<u8>> {
    let Content { now, lasting } = content;
    if now == lasting {
        return Rc::clone(now);
    }
    let both = now.iter().zip(lasting.iter());
    let common = both.take_while(|(a, b)| a == b).count();
    let from = common + random.below(now.len() - common + 1);
    let mut torn = now.to_vec();
    match random.below(4) {
        0 => return Rc::clone(now),
        1 => return Rc::clone(lasting),
        2 => torn.truncate(from),
        _ => torn[from..].fill(0),
    }
    Rc::new(torn)
}

fn site(location: &'static Location<'static>) -> Site {
    (location.file(), location.line(), location.column())
}

fn no_such_file() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Files for Simulated {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.call(path, false)?;
        let state = self.0.borrow();
        let file = state.disk.names.get(path);
        Ok(file.map(|&file| state.disk.contents[file].now.to_vec()))
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        self.call(path, false)?;
        Ok(path.to_path_buf())
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        self.call(path, false)
    }

    fn create(&self, path: &Path, content: &[u8], _: &Path) -> io::Result<()> {
        let result = self.call(path, true);
        match &result {
            Ok(()) => self.make(path, content.to_vec()),
            Err(_) if self.does_part() => self.make(path, content[..content.len() / 2].to_vec()),
            Err(_) => {}
        }
        result
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(from, true)?;
        let disk = &mut self.0.borrow_mut().disk;
        let file = disk.names.remove(from).ok_or_else(no_such_file)?;
        disk.names.insert(to.to_path_buf(), file);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call(path, true)?;
        let disk = &mut self.0.borrow_mut().disk;
        disk.names.remove(path).ok_or_else(no_such_file)?;
        Ok(())
    }

    #[track_caller]
    fn sync(&self, path: &Path) -> io::Result<()> {
        self.call(path, true)?;
        let file = self.number(path).ok_or_else(no_such_file)?;
        if !self.is_left_out(site(Location::caller())) {
            let content = &mut self.0.borrow_mut().disk.contents[file];
            content.lasting = content.now.clone();
        }
        Ok(())
    }

    /// Syncs the folders in a rotated order, because any order is allowed.
    #[track_caller]
    fn sync_all(
        &self,
        paths: &[PathBuf],
        synced: &(dyn Fn() + Sync),
    ) -> Result<(), (usize, io::Error)> {
        let first = self.calls();
        for number in 0..paths.len() {
            let place = (first + number) % paths.len();
            let done = self.sync(&paths[place]);
            done.map_err(|error| (place, error))?;
            synced();
        }
        Ok(())
    }

    #[track_caller]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.call(path, true)?;
        if self.is_left_out(site(Location::caller())) {
            return Ok(());
        }
        let disk = &mut self.0.borrow_mut().disk;
        let is_in = |other: &PathBuf| other.parent() == Some(path);
        disk.lasting_names.retain(|name, _| !is_in(name));
        let names = disk.names.iter().filter(|(name, _)| is_in(name));
        disk.lasting_names
            .extend(names.map(|(name, file)| (name.clone(), *file)));
        let folders = disk.folders.iter().filter(|folder| is_in(folder));
        disk.lasting_folders.extend(folders.cloned());
        Ok(())
    }
}

impl LogFiles for Simulated {
    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        let content = self.read(path)?.unwrap_or_default();
        let at = usize::try_from(at).unwrap().min(content.len());
        let end = at.saturating_add(max).min(content.len());
        Ok(content[at..end].to_vec())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.call(path, false)?;
        let state = self.0.borrow();
        let file = state.disk.names.get(path);
        Ok(file.map_or(0, |&file| state.disk.contents[file].now.len() as u64))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let result = self.call(path, true);
        if path.ends_with("journal") {
            let mut state = self.0.borrow_mut();
            state.noted_at = state.noted_at.or(Some(state.calls));
        }
        let part = match &result {
            Ok(()) => bytes,
            Err(_) if self.does_part() => &bytes[..bytes.len() / 2],
            Err(_) => return result,
        };
        let folder = path.parent().unwrap();
        assert!(self.0.borrow().disk.folders.contains(folder), "{folder:?}");
        if self.number(path).is_none() {
            self.make(path, Vec::new());
        }
        let file = self.number(path).unwrap();
        let now = &mut self.0.borrow_mut().disk.contents[file].now;
        Rc::make_mut(now).extend_from_slice(part);
        result
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        self.call(path, true)?;
        if self.0.borrow().fault == Fault::NoCut {
            return Err(io::Error::other("simulated"));
        }
        let file = self.number(path).ok_or_else(no_such_file)?;
        let size = usize::try_from(size).unwrap();
        let now = &mut self.0.borrow_mut().disk.contents[file].now;
        Rc::make_mut(now).truncate(size);
        Ok(())
    }
}
