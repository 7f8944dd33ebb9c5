// SPDX-License-Identifier: AGPL-3.0-or-later

//! Kinds, states and stages of imports, as stored and as shown.

salal_domain::codes! {
    /// What an import does.
    pub enum ImportKind {
        /// Takes the files of a resource.
        Import = "import",
        /// Builds the drugs from the register's resources.
        Build = "build",
        /// Builds the drugs from the resources of an earlier build.
        Undo = "undo",
    }

    /// The state of an import.
    pub enum ImportState {
        /// Its files are still arriving; it is not shown.
        Receiving = "receiving",
        Queued = "queued",
        Running = "running",
        Done = "done",
        Failed = "failed",
        Cancelled = "cancelled",
        /// It was in force, and its predecessor is again.
        Undone = "undone",
    }

    /// What an import is doing.
    pub enum ImportStage {
        /// Its files are stored.
        Received = "received",
        Checking = "checking",
        Writing = "writing",
        /// Takes effect.
        Switching = "switching",
        Ended = "ended",
    }
}
