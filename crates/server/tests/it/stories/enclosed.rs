// SPDX-License-Identifier: AGPL-3.0-or-later

//! What leaves a running program and what does not: no image of its memory, in which the keys are, and no file to a store
//! whose certificate nobody vouches for.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command as Blocking;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use salal_db::Engine;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio_rustls::TlsAcceptor;

use super::on_call::Program;
use super::store::Store;
use crate::support::TestApp;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_core_is_written_of_a_running_program() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    // On a machine that would write them.
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -S -c $(ulimit -H -c); exec \"$0\" \"$@\"",
        env!("CARGO_BIN_EXE_salal"),
    ]);
    let url = app.ctx.settings.database.url.clone();
    let program = Program::start_by(command, (&app, folder.path()), &["serve"], ("", &url)).await;
    let id = program.child.id().expect("it runs");
    let limits = std::fs::read_to_string(format!("/proc/{id}/limits")).expect("the limits");
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"))
        .expect("the limit of cores");
    let words: Vec<&str> = core.split_whitespace().skip(4).take(2).collect();
    assert_eq!(
        words,
        ["0", "0"],
        "neither it nor what it starts can raise it"
    );
}

/// An authority of its own, and a certificate of it for this machine.
fn certify(folder: &Path) {
    let run = |words: &[&str]| {
        let done = Blocking::new("openssl")
            .args(words)
            .current_dir(folder)
            .output()
            .expect("openssl runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{told}");
    };
    let new = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
    ];
    let root = [
        "req",
        "-x509",
        "-days",
        "2",
        "-subj",
        "/CN=The clinic's own authority",
    ];
    run(&[
        &root[..],
        &new,
        &["-keyout", "root.key", "-out", "root.pem"],
    ]
    .concat());
    let own = [
        "req",
        "-subj",
        "/CN=127.0.0.1",
        "-keyout",
        "own.key",
        "-out",
        "own.csr",
    ];
    run(&[&own[..], &new].concat());
    let names = "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n";
    std::fs::write(folder.join("names"), names).expect("a file");
    run(&[
        "x509",
        "-req",
        "-days",
        "2",
        "-in",
        "own.csr",
        "-CA",
        "root.pem",
        "-CAkey",
        "root.key",
        "-CAcreateserial",
        "-extfile",
        "names",
        "-out",
        "own.pem",
    ]);
}

/// Speaks TLS with the certificate of a folder, and passes on to a store.
async fn before(store: SocketAddr, folder: &Path) -> SocketAddr {
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file");
    let own = CertificateDer::from_pem_slice(&read("own.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(&read("own.key")).expect("a key");
    let settings = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![own], key)
        .expect("they belong together");
    let acceptor = TlsAcceptor::from(Arc::new(settings));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut far = TcpStream::connect(store).await.expect("the store listens");
                if let Ok(mut near) = acceptor.accept(near).await {
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                }
            });
        }
    });
    address
}

/// What `salal doctor` finds of the place of files, with more trust in this file.
async fn found(app: &TestApp, store: &Store, at: SocketAddr, trusted: Option<&Path>) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
    command
        .args(["doctor", "--json"])
        .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
        .env("SALAL_DATABASE__UPLOADS", folder.path())
        .env("SALAL_SERVER__LOG", "error")
        .envs(store.environment())
        .env("SALAL_FILES__S3__ENDPOINT", format!("https://{at}"))
        .env_remove("SSL_CERT_DIR")
        .env_remove("SSL_CERT_FILE")
        .current_dir(folder.path());
    if let Some(trusted) = trusted {
        command.env("SSL_CERT_FILE", trusted);
    }
    let output = command.output().await.expect("the program starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = report["findings"].as_array().expect("a list").clone();
    let of_files = |one: &Value| {
        one["code"]
            .as_str()
            .is_some_and(|code| code.starts_with("disks.files"))
    };
    all.into_iter().filter(of_files).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_an_unknown_authority_is_refused_until_it_is_named() {
    salal_integrations::install_tls_provider();
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    certify(folder.path());
    let store = Store::start().await.expect("a store");
    let at = before(store.address(), folder.path()).await;
    let unknown = found(&app, &store, at, None).await;
    let told = unknown[0]["text"].as_str().expect("text");
    assert_eq!(unknown[0]["code"], "disks.files_away", "{told}");
    for part in ["its certificate is of no authority", "SSL_CERT_FILE"] {
        assert!(told.contains(part), "{told}");
    }
    let root = folder.path().join("root.pem");
    let known = found(&app, &store, at, Some(&root)).await;
    assert!(
        known.iter().all(|one| one["code"] != "disks.files_away"),
        "{known:?}"
    );
    // The right authority vouches for this address and no other.
    let elsewhere = SocketAddr::from(([127, 0, 0, 2], at.port()));
    let listener = TcpListener::bind(elsewhere).await.expect("a free port");
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let mut far = TcpStream::connect(at).await.expect("it listens");
            tokio::spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
        }
    });
    let strange = found(&app, &store, elsewhere, Some(&root)).await;
    assert_eq!(strange[0]["code"], "disks.files_away", "{strange:?}");
}
