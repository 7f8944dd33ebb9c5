// SPDX-License-Identifier: AGPL-3.0-or-later

//! What features do for one another without knowing one another. A hook is a type that belongs to the module which
//! calls it; the feature that does the work gives a value of it, and its crate registers that (`parts.rs`). Some
//! hooks exist once, others once for each kind of subject. What is forgotten stops the program at its start. Not
//! here: which hooks there are.

use std::any::{Any, TypeId};
use std::collections::HashMap;

use salal_domain::subjects::SubjectKind;

/// A hook of which there is one.
pub trait Hook: Any + Send + Sync {
    /// For the message that it is missing.
    const NAME: &'static str;
}

/// A hook that each kind of subject has for itself.
pub trait SubjectHook: Any + Send + Sync {
    /// For the message that it is missing.
    const NAME: &'static str;

    /// Whether subjects of this kind need it.
    fn is_needed(kind: SubjectKind) -> bool;
}

type Registered = Box<dyn Any + Send + Sync>;

/// All hooks of a process.
#[derive(Default)]
pub struct Hooks {
    single: HashMap<TypeId, Registered>,
    by_kind: HashMap<(TypeId, SubjectKind), Registered>,
    names: HashMap<TypeId, &'static str>,
    /// What was registered more than once.
    twice: Vec<String>,
}

impl Hooks {
    /// Adds a hook of which there is one.
    pub fn add<H: Hook>(&mut self, hook: H) {
        self.names.insert(TypeId::of::<H>(), H::NAME);
        let before = self.single.insert(TypeId::of::<H>(), Box::new(hook));
        if before.is_some() {
            self.twice.push(H::NAME.to_owned());
        }
    }

    /// Adds a hook of a kind of subject.
    pub fn add_of_kind<H: SubjectHook>(&mut self, kind: SubjectKind, hook: H) {
        let key = (TypeId::of::<H>(), kind);
        self.names.insert(key.0, H::NAME);
        if self.by_kind.insert(key, Box::new(hook)).is_some() {
            self.twice.push(format!("{} for {kind}", H::NAME));
        }
    }

    /// The hook.
    ///
    /// # Panics
    ///
    /// When it was not registered; `Parts::into_hooks` refuses that at the start.
    pub fn get<H: Hook>(&self) -> &H {
        self.find()
            .unwrap_or_else(|| panic!("{}", Self::lacks(H::NAME)))
    }

    fn find<H: Hook>(&self) -> Option<&H> {
        self.single.get(&TypeId::of::<H>())?.downcast_ref()
    }

    /// The hook of a kind of subject, if the kind has one.
    pub fn of_kind<H: SubjectHook>(&self, kind: SubjectKind) -> Option<&H> {
        self.by_kind.get(&(TypeId::of::<H>(), kind))?.downcast_ref()
    }

    fn lacks(name: &str) -> String {
        format!("no one registered {name}")
    }

    /// What is needed and was not registered, what was registered twice, and what was registered though no subject of
    /// the kind needs it; in words.
    pub fn faults(&self, needed: &[Needed]) -> Vec<String> {
        let twice = self.twice.iter();
        let twice = twice.map(|name| format!("two features registered {name}"));
        let missing = needed.iter().flat_map(|needed| (needed.find)(self));
        missing.chain(twice).collect()
    }

    /// What was registered although no module says that it is needed, in words: in the whole program each hook is, or
    /// a forgotten one would be missed at the first call only.
    pub fn unasked(&self, needed: &[Needed]) -> Vec<String> {
        let is_asked = |hook: &TypeId| needed.iter().any(|needed| needed.hook == *hook);
        let unasked = self.names.iter().filter(|(hook, _)| !is_asked(hook));
        unasked
            .map(|(_, name)| format!("no one says that {name} is needed"))
            .collect()
    }
}

/// A hook that must be there.
pub struct Needed {
    hook: TypeId,
    find: fn(&Hooks) -> Vec<String>,
}

impl Needed {
    /// A hook of which there is one.
    pub const fn once<H: Hook>() -> Self {
        Self {
            hook: TypeId::of::<H>(),
            find: once_missing::<H>,
        }
    }

    /// A hook of every kind of subject that needs it.
    pub const fn by_kind<H: SubjectHook>() -> Self {
        Self {
            hook: TypeId::of::<H>(),
            find: kinds_missing::<H>,
        }
    }
}

fn once_missing<H: Hook>(hooks: &Hooks) -> Vec<String> {
    let is_missing = hooks.find::<H>().is_none();
    is_missing
        .then(|| Hooks::lacks(H::NAME))
        .into_iter()
        .collect()
}

fn kinds_missing<H: SubjectHook>(hooks: &Hooks) -> Vec<String> {
    let fault = |kind: SubjectKind| match (H::is_needed(kind), hooks.of_kind::<H>(kind).is_some()) {
        (true, false) => Some(Hooks::lacks(&format!("{} for {kind}", H::NAME))),
        (false, true) => Some(format!("{} for {kind} is never asked for", H::NAME)),
        _ => None,
    };
    SubjectKind::ALL.into_iter().filter_map(fault).collect()
}
