"""The common colour maps that are not viridis, so that one of them can be named.

Each by a few of its colours, lowest value first, with straight lines between them: enough to tell
one from another. From Matplotlib; plasma, inferno, magma and cividis are released under CC0, and
the maps with two capitals come from ColorBrewer, under the Apache licence 2.0.
"""

OTHERS = {
    "plasma": bytes.fromhex(
        "0c07863104964c02a16500a77e03a79511a1a92395bb3586cb4777"
        "d95969e56c5bf0804df89540fcac32fdc427f8df24eff821"
    ),
    "inferno": bytes.fromhex(
        "0000030a0723200c4a3c0965570f6d70196e892269a32b61bb3754"
        "d14643e45a31f1721df98e08fbac10f8cb34f1e968fcfea4"
    ),
    "magma": bytes.fromhex(
        "0000030a07221c1046350f6a50127b691c808225819c2e7fb63679"
        "d0416fe65162f56a5bfb8861fea671fec488fde1a3fbfcbf"
    ),
    "cividis": bytes.fromhex(
        "00224d002d691a386f31436c434e6b52596c61646f6e70737c7b78"
        "8b87789b9376aba072bbad6cccbb63dec957efd846fde737"
    ),
    "turbo": bytes.fromhex(
        "30123b4040a1466be34193fe28bbeb17dcc232f1976dfd62a4fc3b"
        "cdeb34edcf39fdab33fa7d20ea500dd02f04a915017a0402"
    ),
    "jet": bytes.fromhex(
        "00007f0000c80000ff0040ff0080ff00c0ff15ffe149ffad7cff79"
        "b0ff46e4ff12ffcf00ff9400ff5900ff1d00c300007f0000"
    ),
    "hot": bytes.fromhex(
        "0a00003400005e0000880000b20000dc0000ff0700ff3100ff5b00"
        "ff8500ffaf00ffd900ffff06ffff45ffff84ffffc3ffffff"
    ),
    "coolwarm": bytes.fromhex(
        "3a4cc04d67d76182ea779af68daffda3c1feb8cff8ccd8eddddcdb"
        "ecd2c4f4c3abf7b092f39879ea7d61dc5e4bc93b37b30326"
    ),
    "Blues": bytes.fromhex(
        "f7fbffeaf2faddeaf6d1e2f2c5daeeb1d2e79dc9e083bbdb6aadd5"
        "559fcd4191c53080bd2070b41360a708509a083f8208306b"
    ),
    "Greens": bytes.fromhex(
        "f7fcf5edf8eae4f4dfd5eecfc6e8bfb3e0ada0d89a89ce8773c375"
        "59b76940aa5c319a50228a44107b37006b2b00572300441b"
    ),
    "Reds": bytes.fromhex(
        "fff5f0feeae0fddfd1fccdb9fcbaa0fca689fb9171fb7d5dfa6949"
        "f4513aee3a2bdc2824ca171cb71318a30e1484071067000c"
    ),
    "Oranges": bytes.fromhex(
        "fff5ebfeeddcfde5cdfddab7fdcfa1fdbe85fdad6afd9d52fc8c3b"
        "f67a26f06812e45709d74701be3e02a43503912e037f2704"
    ),
    "Purples": bytes.fromhex(
        "fcfbfdf5f3f8eeecf4e4e3efd9d9eacacbe3bbbcdbacabd19d99c7"
        "8e8ac07f7cb97466ae6950a25e3a9853258e4812853f007d"
    ),
    "YlGnBu": bytes.fromhex(
        "ffffd9f5fbc4ecf7b1d9f0b2c6e8b4a2dab77eccbb5fc1bf40b5c3"
        "2ea2c11d90bf1f76b3225da723479d243392152774081d58"
    ),
    "YlOrRd": bytes.fromhex(
        "ffffccfff5b5feec9ffee28afed875fec560fdb14bfd9e43fc8c3b"
        "fc6c32fb4c29ee3222e2191ccf0c21bb00269c0026800026"
    ),
    "RdBu": bytes.fromhex(
        "67001f960f26bb2a33d15749e58368f5ac8bfaceb6fae5d9f6f6f6"
        "deebf2bfdceb98c8df68aacf3d8bbf286fb0154f8d053061"
    ),
    "RdYlBu": bytes.fromhex(
        "a50026c41e26de3f2ef0653ff88e52fdb467fdd484feeca2fefec0"
        "eaf7e3d1ebf3b0dbea8dc1dc6ca4cc4f81ba3c5ba7313695"
    ),
    "Spectral": bytes.fromhex(
        "9e0142c0274adc494bf06744f88e52fdb466fdd481feec9ffefebe"
        "eef8a5d5ee9bb0dfa286cea45db8a83d94b74470b15e4fa2"
    ),
    "bwr": bytes.fromhex(
        "0000ff2020ff4040ff6060ff8080ffa0a0ffc0c0ffe0e0fffffefe"
        "ffdedeffbebeff9e9eff7e7eff5e5eff3e3eff1e1eff0000"
    ),
    "seismic": bytes.fromhex(
        "00004c0000790000a60000d20101ff4141ff8181ffc1c1fffffdfd"
        "ffbdbdff7d7dff3d3dfd0000dd0000bd00009d00007f0000"
    ),
    "cool": bytes.fromhex(
        "00ffff10efff20dfff30cfff40bfff50afff609fff708fff807fff"
        "906fffa05fffb04fffc03fffd02fffe01ffff00fffff00ff"
    ),
    "rainbow": bytes.fromhex(
        "7f00ff5f31fd3f61fa1f8ef300b4eb20d4e040ecd360fac480feb3"
        "a0f9a1c0ea8ce0d277ffb260ff8b48ff5f30ff2e17ff0000"
    ),
    "cubehelix": bytes.fromhex(
        "000000140b1d1a1d3b16374c15534b236a3d437730717a32a1794a"
        "c47a75d383a9d098d4c6b4edc1d0f3cbe7efe3f6f0ffffff"
    ),
    "copper": bytes.fromhex(
        "000000130c0727180f3b25174f311f623e27764a2f8a57379e633f"
        "b17047c57c4fd98957ed955fffa267ffae6fffbb77ffc77e"
    ),
    "bone": bytes.fromhex(
        "0000000e0d131c1b262a293a38374d464561545473626881707b8f"
        "7e8e9d8ca1ab9ab5b9a8c7c7bed5d5d4e3e3eaf1f1ffffff"
    ),
    "GnBu": bytes.fromhex(
        "f7fcf0ebf7e5dff2dad5eecfcbeac4b9e3bca7dcb590d4bc7acbc4"
        "63bfcb4db2d23b9ec82a8bbd1879b40866aa085295084081"
    ),
    "BuPu": bytes.fromhex(
        "f7fcfdebf3f8dfebf3cfdfecbed2e5aec7df9dbbd994a8cf8c95c5"
        "8c7fbb8b6ab08955a6873f9c84268b7f0e7a6507624d004b"
    ),
    "PuRd": bytes.fromhex(
        "f7f4f9eeeaf3e6e0eeddcce4d3b8d9cea6d0c993c6d47bbbdf64af"
        "e3459ce62888d91d6ecc1155b1084c9600427e002f67001f"
    ),
    "YlGn": bytes.fromhex(
        "ffffe5fafdcef6fbb8e7f5add8efa2c2e698acdc8d91d18377c578"
        "5bb86a40aa5c31964f22834210753c00673600552f004529"
    ),
    "gray": bytes.fromhex(
        "000000101010202020303030404040505050606060707070808080"
        "909090a0a0a0b0b0b0c0c0c0d0d0d0e0e0e0f0f0f0ffffff"
    ),
}
"""Seventeen colours each."""
