// SPDX-License-Identifier: AGPL-3.0-or-later

//! The bucket against a store that is made here: one that hangs, and one with more files than a page has. What needs a
//! real store is in the tests of the program.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::services_at;
use crate::{Bucket, BucketSettings, Secret};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

/// A store that answers or hangs, and the first lines of what it was asked.
struct Store {
    hangs: watch::Sender<bool>,
    asked: Arc<Mutex<Vec<String>>>,
    bucket: Bucket,
}

impl Store {
    async fn start(hangs: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = BucketSettings {
            endpoint: format!("http://{}", listener.local_addr().unwrap()),
            region: "here".into(),
            bucket: "clinic".into(),
            prefix: "files".into(),
            access_key: "salal".into(),
            secret_key: Secret::new("a secret of the tests"),
            lock_days: None,
        };
        let (hangs, hanging) = watch::channel(hangs);
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let noted = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, hanging.clone(), Arc::clone(&noted)));
            }
        });
        let services = services_at("http://127.0.0.1:1", |all| all.bucket = Some(settings));
        Self {
            hangs,
            asked,
            bucket: services.bucket.unwrap(),
        }
    }

    /// How many requests were about a file, and not about the list.
    fn asked_of_files(&self) -> usize {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|line| !line.contains('?')).count()
    }
}

async fn answer(
    mut stream: TcpStream,
    hanging: watch::Receiver<bool>,
    asked: Arc<Mutex<Vec<String>>>,
) {
    let mut request = Vec::new();
    while !request.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read_buf(&mut request).await {
            Ok(1..) => {}
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&request).into_owned();
    let line = head.lines().next().unwrap_or_default().to_owned();
    asked.lock().unwrap().push(line.clone());
    if *hanging.borrow() {
        // Until the other side gives up.
        while matches!(stream.read(&mut [0; 1024]).await, Ok(1..)) {}
        return;
    }
    let body = if line.contains("list-type") {
        page(&line)
    } else {
        String::new()
    };
    let answer = format!(
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}

/// What the next page is asked with: with letters that an address cannot have as they are.
const TOKEN: &str = "1/two+3=";

/// The first page has a file and names the next one, which has another.
fn page(line: &str) -> String {
    let of = |path: &str| {
        format!(
            "<Contents><Key>files/{path}</Key><Size>5</Size><ETag>\"1\"</ETag>\
             <LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>"
        )
    };
    let (file, next) = if line.contains("continuation-token=1%2Ftwo%2B3%3D") {
        (
            of("cd/second.jpg"),
            "<IsTruncated>false</IsTruncated>".into(),
        )
    } else {
        let next = format!(
            "<IsTruncated>true</IsTruncated><NextContinuationToken>{TOKEN}</NextContinuationToken>"
        );
        (of("ab/first.jpg"), next)
    };
    format!("<ListBucketResult><Name>clinic</Name>{file}{next}</ListBucketResult>")
}

#[tokio::test]
async fn one_waits_for_a_store_that_hangs_and_nobody_after_it() {
    let store = Store::start(true).await;
    let bucket = &store.bucket;
    let first = bucket.put("ab/file.jpg", b"bytes".to_vec()).await;
    assert!(first.unwrap_err().is_unknown(), "it may have been put");
    let asked = store.asked_of_files();
    assert!(asked > 0);
    for _ in 0..3 {
        let refused = bucket
            .put("ab/other.jpg", b"bytes".to_vec())
            .await
            .unwrap_err();
        assert!(
            refused.to_string().contains("asked every second"),
            "{refused}"
        );
        bucket.read("ab/file.jpg").await.unwrap_err();
        bucket.size("ab/file.jpg").await.unwrap_err();
        bucket.remove("ab/file.jpg").await.unwrap_err();
    }
    assert_eq!(
        store.asked_of_files(),
        asked,
        "nobody else asked for a file"
    );
    // It is back when the one who asks gets an answer.
    store.hangs.send_replace(false);
    let again = async {
        let mut beat = tokio::time::interval(Duration::from_millis(100));
        loop {
            beat.tick().await;
            if bucket.put("ab/file.jpg", b"bytes".to_vec()).await.is_ok() {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, again)
        .await
        .expect("it is used again");
}

#[tokio::test]
async fn a_list_of_several_pages_is_read_to_its_end() {
    let store = Store::start(false).await;
    let (mut paths, mut from, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = store.bucket.page(from).await.unwrap();
        paths.extend(page.files.into_iter().map(|file| file.path));
        pages += 1;
        from = page.next;
        if from.is_none() {
            break;
        }
    }
    assert_eq!(paths, ["ab/first.jpg", "cd/second.jpg"]);
    assert_eq!(pages, 2);
}
