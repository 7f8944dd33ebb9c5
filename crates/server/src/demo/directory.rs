//! Thirty invented pharmacies. A few have numbers at which the sandbox's fax service fails in a known
//! way, and say so in their names.

use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::features::pharmacies::{self, NewPharmacy};

/// Name, street, city, postal code, the last two digits of the fax.
const PHARMACIES: [(&str, &str, &str, &str, u32); 30] = [
    ("Tidewater Pharmacy", "118 Hastings Walk", "Burnaby", "V5B 0A1", 77),
    ("Arbutus Corner Drugs", "2204 Arbutus Lane", "Vancouver", "V6J 0B2", 11),
    ("Salal Street Pharmacy", "40 Salal Street", "Vancouver", "V6B 0C3", 12),
    ("Cedar Grove Pharmacy", "615 Cedar Grove Road", "Surrey", "V3T 0D4", 13),
    ("Kelp Bay Pharmacy", "9 Kelp Bay Road", "Nanaimo", "V9R 0E5", 14),
    ("Mountain View Drugs", "1200 Summit Avenue", "Kelowna", "V1Y 0F6", 15),
    ("Harbour Light Pharmacy", "77 Pier Road", "Victoria", "V8W 0G7", 16),
    ("Fireweed Pharmacy", "310 Second Avenue", "Prince George", "V2L 0H8", 17),
    ("Driftwood Pharmacy", "52 Shore Drive", "White Rock", "V4B 0J9", 18),
    ("Garry Oak Pharmacy", "830 Oak Meadow", "Saanich", "V8X 0K1", 19),
    ("Heron Creek Drugs", "14 Heron Creek", "Richmond", "V6Y 0L2", 20),
    ("Maple Ridge Dispensary", "2250 Dewdney Way", "Maple Ridge", "V2X 0M3", 21),
    ("Lions View Pharmacy", "101 Lonsdale Steps", "North Vancouver", "V7M 0N4", 22),
    ("Copper Kettle Drugs", "66 Copper Street", "Kamloops", "V2C 0P5", 23),
    ("Sandpiper Pharmacy", "5 Beach Grove", "Delta", "V4L 0R6", 24),
    ("Blue Camas Pharmacy", "920 Camas Road", "Langford", "V9B 0S7", 25),
    ("Orchard Hill Pharmacy", "33 Orchard Hill", "Penticton", "V2A 0T8", 26),
    ("Glacier Pharmacy", "12 Village Stroll", "Whistler", "V8E 0V9", 27),
    ("Riverbend Pharmacy", "440 River Road", "Coquitlam", "V3B 0W1", 28),
    ("Quiet Cove Drugs", "8 Cove Lane", "Sechelt", "V7Z 0X2", 29),
    ("Pine Needle Pharmacy", "71 Pine Street", "Cranbrook", "V1C 0Y3", 30),
    ("Lantern Pharmacy", "23 Lantern Row", "New Westminster", "V3M 0Z4", 31),
    ("Sea Plane Pharmacy", "2 Dock Road", "Campbell River", "V9W 0A5", 32),
    ("Été Pharmacie", "15 rue Maillard", "Coquitlam", "V3K 0B6", 33),
    ("Valley Bridge Pharmacy", "600 Bridge Road", "Chilliwack", "V2P 0C7", 34),
    ("Busy Line Pharmacy", "1 Engaged Street", "Vancouver", "V5K 0D8", 1),
    ("No Answer Pharmacy", "2 Silent Street", "Vancouver", "V5K 0E9", 2),
    ("Voice Only Pharmacy", "3 Speaking Street", "Vancouver", "V5K 0G1", 3),
    ("Slow Fax Pharmacy", "4 Waiting Street", "Vancouver", "V5K 0H2", 4),
    ("Lost Answer Pharmacy", "6 Unheard Street", "Vancouver", "V5K 0K4", 6),
];

/// Makes the pharmacies; their ids in the order above.
pub(super) async fn make(ctx: &Context) -> Result<Vec<Uuid>> {
    let mut ids = Vec::new();
    let new = PHARMACIES
        .iter()
        .enumerate()
        .map(|(at, (name, address, city, postal_code, fax))| {
            let id = ctx.new_id();
            ids.push(id);
            NewPharmacy {
                id,
                name: (*name).into(),
                address: (*address).into(),
                city: (*city).into(),
                province: "BC".into(),
                postal_code: (*postal_code).into(),
                phone: format!("60455501{:02}", (at + 50) % 100),
                fax: format!("60455501{fax:02}"),
            }
        })
        .collect();
    let tx = ctx.db.begin().await?;
    pharmacies::create_many(&tx, new).await?;
    tx.commit().await?;
    Ok(ids)
}
