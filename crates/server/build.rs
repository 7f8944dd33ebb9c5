//! Puts the built web app into release builds, compressed. Development builds read it from its
//! folder, so that a change of the web app needs no new server.

#[expect(
    clippy::disallowed_methods,
    reason = "a build script is told its profile by the environment alone"
)]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        memory_serve::load_directory("../../web/dist");
    }
}
