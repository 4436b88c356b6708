#!/usr/bin/env bash
# Cuts the six faces of the house from the full IBM Plex families in node_modules.
# Needs pyftsubset (Debian: apt-get install fonttools python3-brotli). Run from anywhere.
set -euo pipefail
cd "$(dirname "$0")"
families=../../../../../node_modules/@fontsource

latin='U+0020-007E,U+00A0,U+00A3,U+00A5,U+00A9,U+00AB,U+00B1,U+00B7,U+00BB,U+00BD,U+00C9,U+00D7,U+00E0-00FC,U+2010-2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+202F,U+2032,U+20AC,U+2190-2193,U+2212'
arabic='U+060C,U+061B,U+061F,U+0621-063A,U+0640-0655,U+0660-066D,U+0670,U+0671,U+06F0-06F9,U+200C-200F'

for weight in 400 500 600; do
  pyftsubset "$families/ibm-plex-sans/files/ibm-plex-sans-latin-$weight-normal.woff2" \
    --unicodes="$latin" --layout-features='kern,mark,ccmp,liga,frac,numr,dnom' \
    --flavor=woff2 --no-hinting --name-IDs='0,1,2,14' --output-file="latin-$weight.woff2"
done
for weight in 400 500; do
  pyftsubset "$families/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-$weight-normal.woff2" \
    --unicodes="$arabic" --layout-features='*' \
    --flavor=woff2 --no-hinting --name-IDs='0,1,2,14' --output-file="arabic-$weight.woff2"
done
cp "$families/ibm-plex-sans/LICENSE" OFL.txt
