//! `salal sandbox`: the stand-in for every outside service, with this program's settings. The sandbox
//! itself is a crate of its own and shares no code with the clients.
