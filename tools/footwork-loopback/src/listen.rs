//! The port of a server, on the two loopback addresses.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

/// The number of ports tried, one after another.
const MAX_PORTS: u16 = 100;

/// The sockets of a server: at 127.0.0.1, and at ::1 if the machine has it.
#[derive(Debug)]
pub struct Listening {
    /// The sockets, in non-blocking mode.
    pub sockets: Vec<TcpListener>,
    /// The port of both sockets.
    pub port: u16,
}

/// Listens at this port, or, if `may_be_another`, at the first free port of the 100 from it on. Port 0
/// means any free port.
///
/// # Errors
/// Returns an error if every tried port is taken, or as soon as a port cannot be opened for another reason, such as a
/// missing permission.
pub fn listen(port: u16, may_be_another: bool) -> io::Result<Listening> {
    let tries = if may_be_another || port == 0 {
        MAX_PORTS
    } else {
        1
    };
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for step in 0..tries {
        let wanted = if port == 0 {
            0
        } else {
            port.saturating_add(step)
        };
        match listen_at(wanted) {
            Ok(listening) => return Ok(listening),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn listen_at(port: u16) -> io::Result<Listening> {
    let v4 = TcpListener::bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))?;
    let port = v4.local_addr()?.port();
    let mut sockets = vec![v4];
    match TcpListener::bind(SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port)) {
        Ok(v6) => sockets.push(v6),
        // Another program has this port on ::1, and would receive the browser's requests to `localhost`.
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
        // The machine has no IPv6 loopback address.
        Err(_) => {}
    }
    for socket in &sockets {
        socket.set_nonblocking(true)?;
    }
    Ok(Listening { sockets, port })
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use super::listen;

    #[test]
    fn the_sockets_are_those_of_this_machine() {
        for listening in [listen(0, false).unwrap(), listen(4747, true).unwrap()] {
            let own = |address: IpAddr| {
                [
                    IpAddr::V4(Ipv4Addr::LOCALHOST),
                    IpAddr::V6(Ipv6Addr::LOCALHOST),
                ]
                .contains(&address)
            };
            assert!(!listening.sockets.is_empty());
            for socket in &listening.sockets {
                let address = socket.local_addr().unwrap();
                assert!(own(address.ip()), "{address}");
                assert_eq!(address.port(), listening.port);
            }
        }
    }
}
