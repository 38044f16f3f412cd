"""The common colour maps that are not viridis, so that one of them can be named.

Each by a few of its colours, lowest value first, with straight lines between them: enough to tell
one from another. From Matplotlib; plasma, inferno, magma and cividis are released under CC0, and
the maps with two capitals come from ColorBrewer, under the Apache licence 2.0.
"""

OTHERS = {
    "plasma": bytes.fromhex(
        "0d08873105974c02a16600a77e03a89511a1aa2395bc3587cc4778"
        "da5a6ae66c5cf0804ef89540fdac33fdc527f8df25f0f921"
    ),
    "inferno": bytes.fromhex(
        "0000040b0724210c4a3d096557106e71196e8a226aa32c61bc3754"
        "d24644e45a31f1731df98e09fcac11f9cb35f2ea69fcffa4"
    ),
    "magma": bytes.fromhex(
        "0000040a08221d114736106b51127c6a1c818326819c2e7fb73779"
        "d0416fe75263f56b5cfc8961fea772fec488fde2a3fcfdbf"
    ),
    "cividis": bytes.fromhex(
        "00224e002e6a1a386f32436d434e6c535a6d61656f6f70737d7c78"
        "8c88789b9476aba072bcae6ccdbb63dec958f0d846fee838"
    ),
    "turbo": bytes.fromhex(
        "30123b4040a2466be34294ff28bceb18ddc232f2986dfe62a4fc3c"
        "cdec34eecf3afdac34fb7e21eb500ed02f05a916017a0403"
    ),
    "jet": bytes.fromhex(
        "0000800000c80000ff0040ff0080ff00c0ff16ffe149ffad7dff7a"
        "b1ff46e4ff13ffd000ff9400ff5900ff1e00c40000800000"
    ),
    "hot": bytes.fromhex(
        "0b00003500005f0000890000b30000dd0000ff0800ff3200ff5c00"
        "ff8600ffb000ffda00ffff07ffff46ffff85ffffc4ffffff"
    ),
    "coolwarm": bytes.fromhex(
        "3b4cc04e68d86282ea779af78db0fea3c2feb9d0f9ccd9eddddcdc"
        "ecd3c5f5c4acf7b093f4987aeb7d62dd5f4bca3b37b40426"
    ),
    "Blues": bytes.fromhex(
        "f7fbffeaf3fbdeebf7d2e3f3c6dbefb2d2e89dcae184bcdb6aaed6"
        "56a0ce4191c63181bd2070b41460a808509b08408208306b"
    ),
    "Greens": bytes.fromhex(
        "f7fcf5eef8eae5f5e0d6efd0c7e9c0b4e1ada0d99b8ace8873c476"
        "5ab76940aa5d319a50228a44117b38006c2c00572300441b"
    ),
    "Reds": bytes.fromhex(
        "fff5f0feeae1fee0d2fdcdb9fcbba1fca689fc9272fb7d5dfb694a"
        "f5523aee3a2cdc2924ca181db71319a30f1584071167000d"
    ),
    "Oranges": bytes.fromhex(
        "fff5ebfeeddcfee6cefddbb8fdd0a2fdbf86fdae6afd9d53fd8c3b"
        "f77a27f16813e4580ad84801be3f02a53603912e047f2704"
    ),
    "Purples": bytes.fromhex(
        "fcfbfdf5f4f9efedf5e4e3f0dadaebcbcbe3bcbddcadabd29e9ac8"
        "8e8bc1807cba7566ae6950a35e3b9853268f4912853f007d"
    ),
    "YlGnBu": bytes.fromhex(
        "ffffd9f6fbc5edf8b1daf0b3c6e9b4a2dbb87ecdbb5fc1c040b5c4"
        "2ea3c21d90c02076b3225da824489d243392162874081d58"
    ),
    "YlOrRd": bytes.fromhex(
        "ffffccfff6b6ffeda0fee38bfed976fec561feb24cfd9f44fd8c3c"
        "fc6c33fc4d2aef3323e2191ccf0c21bb00269d0026800026"
    ),
    "RdBu": bytes.fromhex(
        "67001f960f27bb2a34d25849e58368f5ac8bfbceb7fbe6daf6f7f7"
        "deebf2c0dceb98c8e068abd03e8cbf2870b115508d053061"
    ),
    "RdYlBu": bytes.fromhex(
        "a50026c41e27de402ef16640f98e52fdb567fed485feeca2feffc0"
        "ebf7e4d1ecf4b0dcea8ec2dc6da4cc4f81ba3d5ba7313695"
    ),
    "Spectral": bytes.fromhex(
        "9e0142c1274add4a4cf06744f98e52fdb567fed481feec9fffffbe"
        "eff9a6d6ee9bb1dfa386cfa55eb9a93d95b84471b25e4fa2"
    ),
    "bwr": bytes.fromhex(
        "0000ff2020ff4040ff6060ff8080ffa0a0ffc0c0ffe0e0fffffefe"
        "ffdedeffbebeff9e9eff7e7eff5e5eff3e3eff1e1eff0000"
    ),
    "seismic": bytes.fromhex(
        "00004c0000790000a60000d30101ff4141ff8181ffc1c1fffffdfd"
        "ffbdbdff7d7dff3d3dfe0000de0000be00009e0000800000"
    ),
    "cool": bytes.fromhex(
        "00ffff10efff20dfff30cfff40bfff50afff609fff708fff807fff"
        "906fffa05fffb04fffc03fffd02fffe01ffff00fffff00ff"
    ),
    "hsv": bytes.fromhex(
        "ff0000ff5f00ffbd00e2ff0084ff0025ff0000ff3900ff9700fff6"
        "00aaff004bff1300ff7200ffd000ffff00cfff0071ff0018"
    ),
    "rainbow": bytes.fromhex(
        "8000ff6032fe4062fa208ef400b5eb20d5e140ecd460fac580ffb4"
        "a0faa1c0eb8de0d377ffb360ff8c49ff5f30ff2f18ff0000"
    ),
    "cubehelix": bytes.fromhex(
        "000000150b1d1b1e3b17374d16534c236a3e447731727b32a1794a"
        "c57a76d484a9d198d4c6b4eec1d1f3cbe8f0e3f6f0ffffff"
    ),
    "copper": bytes.fromhex(
        "000000140c082819103b25184f3220633e28774b308a57389e6440"
        "b27048c67d50d98958ed9660ffa267ffaf6fffbb77ffc77f"
    ),
    "bone": bytes.fromhex(
        "0000000e0e131c1c272a2a3a38384e464661545574626882707b90"
        "7e8f9e8ca2ac9ab5baa9c8c8bfd6d6d5e4e4eaf2f2ffffff"
    ),
    "GnBu": bytes.fromhex(
        "f7fcf0ebf7e5e0f3dbd6efd0ccebc5bae4bda7ddb591d4bd7accc4"
        "64bfcc4db2d33c9fc82a8bbe1979b50867ab085395084081"
    ),
    "BuPu": bytes.fromhex(
        "f7fcfdebf4f8e0ecf4cfdfedbfd3e6aec7e09ebcda95a8d08c95c6"
        "8c80bb8c6ab18a55a788409c84278c800f7b6507624d004b"
    ),
    "PuRd": bytes.fromhex(
        "f7f4f9efeaf4e7e1efddcde4d4b9dacea6d0c993c7d47cbbdf64af"
        "e3469ce72989da1d6fcd1256b2094c9700427e003067001f"
    ),
    "YlGn": bytes.fromhex(
        "ffffe5fbfdcff7fcb9e8f6aed9f0a3c3e698acdd8e92d18377c679"
        "5cb86b40aa5c31974f22834311753d006737005530004529"
    ),
    "gray": bytes.fromhex(
        "000000101010202020303030404040505050606060707070808080"
        "909090a0a0a0b0b0b0c0c0c0d0d0d0e0e0e0f0f0f0ffffff"
    ),
    "twilight": bytes.fromhex(
        "e2d9e2c4ced495b5c77297c16276ba5e51ad592a8f45135c2f1436"
        "4a1342741e4f983550b25652c27c63cca389d8c7bee2d9e2"
    ),
}
"""Seventeen colours each."""
