#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# cut-drug-database.sh FOLDER: cuts the fixtures of crates/formats/tests/published/dpd from the whole extract of
# May 2020 and the sample of the web API, FOLDER/2020-05 and FOLDER/json-sample. The README there says what
# stays and why. Rows stay as they are, byte for byte, and in their order, except for the names of AHFS classes:
# they are licensed, so only the numbers stay.
# cspell:ignore atorv ramip sertral zcat
. "$(dirname "$0")/steps.sh"
export LC_ALL=C

from=${1:-}
into=crates/formats/tests/published/dpd
[ -r "$from/2020-05/drug.txt.gz" ] || fail "Which folder holds 2020-05/drug.txt.gz? cut-drug-database.sh FOLDER"
kept=$(mktemp)
trap 'rm -f "$kept"' EXIT

# What is taken of a row: fields are always in quotation marks, and there are none inside of them.
# shellcheck disable=SC2016 # $0 is awk's.
fields='function fields() { line = $0; sub(/^"/, "", line); sub(/"\r?$/, "", line); return split(line, f, "\",\"") }'

of() { # set, resource -> its rows
    zcat "$from/2020-05/$2$1.txt.gz"
}

# The drug codes that stay, one to a line. The products of a set come after its ingredients and classes.
for set in '' _ap _dr; do
    for resource in ingred ther drug; do
        of "$set" "$resource" | awk -v resource="$resource" -v set="$set" '{ print resource "\t" set "\t" $0 }'
    done
done | awk -F '\t' "$fields"'
    { resource = $1; set = $2; sub(/^[^\t]*\t[^\t]*\t/, ""); fields(); code = f[1] }
    resource == "ingred" { made_of[code] = made_of[code] "|" f[3]; next }
    resource == "ther" { atc[code] = atc[code] "|" f[2]; if (f[4] != "") ahfs[code] = ahfs[code] "|" f[4]; next }
    { keeps = 0; human = (f[3] == "Human") }
    # Searches of which every product is here.
    set == "" && human && f[5] ~ /ATORV|CR(E|\303\210)ME|RAMIP|SERTRAL|SYNTHROID|ZZZ|2%/ { keeps = 1 }
    set == "" && human && made_of[code] ~ /ATORV|CODEINE|LEVOTHYROXINE/ { keeps = 1 }
    # The products that the tests name.
    code ~ /^(61948|77922|91790|93530|98156|98208|2011|2047|3665)$/ { keeps = 1 }
    {
        # The first product of each AHFS number.
        count = split(substr(ahfs[code], 2), numbers, "|")
        filtered = 0
        for (i = 1; i <= count; i++) {
            if (!(numbers[i] in seen)) { seen[numbers[i]] = 1; keeps = 1 }
            # Some stimulants are told by their AHFS number only: of a part of the class too many would be lost.
            if (numbers[i] ~ /^28:20\.32/) keeps = 1
            if (numbers[i] ~ /^(08|28:08|28:12\.0|28:20|28:24|36|56:22\.92|68:08|78|80)/) filtered = 1
        }
        # Under the filters of a new installation: the first of each class, ATC code and ingredients.
        kind = ahfs[code] "/" atc[code] "/" made_of[code]
        if (filtered && !(kind in known)) { known[kind] = 1; keeps = 1 }
        # What has no AHFS number, and of the rest a few, whatever they are.
        if ((human && ahfs[code] == "") || ++products % 150 == 0) keeps = 1
        if (keeps) print code
    }' >"$kept"

mkdir -p "$into/2020-05" "$into/json-sample"
for set in '' _ap _dr; do
    for resource in drug ingred form route ther status comp schedule; do
        of "$set" "$resource" |
            awk -v resource="$resource" "$fields"'
                NR == FNR { keeps[$1] = 1; next }
                { count = fields(); if (!(f[1] in keeps)) next }
                resource == "ther" {
                    f[5] = f[7] = ""; row = f[1]
                    for (i = 2; i <= count; i++) row = row "\",\"" f[i]
                    $0 = "\"" row "\"\r"
                }
                { print }' "$kept" - |
            gzip -9 -n >"$into/2020-05/$resource$set.txt.gz"
    done
done
# The web API: every fifth product, and those whose identification number is none. One object stands on a line.
awk '/"drug_code"/ && (n++ % 5 == 0 || $0 !~ /"drug_identification_number": "[0-9]+"/) {
    sub(/.*"drug_code": /, ""); sub(/,.*/, ""); print
}' "$from/json-sample/drugproduct.json" >"$kept"
for resource in drugproduct activeingredient form route therapeuticclass status; do
    awk '
        NR == FNR { keeps[$1] = 1; next }
        /"drug_code"/ {
            code = $0; sub(/.*"drug_code": /, "", code); sub(/[,}].*/, "", code)
            if (!(code in keeps)) next
            sub(/,?\r?$/, ""); sub(/"tc_ahfs": "[^"]*"/, "\"tc_ahfs\": \"\"")
            printf "%s%s", (n++ ? ",\n" : "[\n"), $0
        }
        END { print "\n]" }' "$kept" "$from/json-sample/$resource.json" >"$into/json-sample/$resource.json"
done
