//! The sandbox spoken to over its own wire, service by service. The product's clients are
//! deliberately not used: they are tested against it elsewhere.

mod captcha;
mod clinic;
mod email;
mod paypal;
mod people;
mod srfax;
mod stripe;
mod teleplan;
mod twilio;
mod world;
