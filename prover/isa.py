"""Which instructions a backend's name allows: those of its features in crates/batch/src/backend.rs and of every x86-64 processor."""
import re
from iced_x86 import CpuidFeature, Decoder

BASELINE = "INTEL8086 INTEL186 INTEL286 INTEL386 INTEL486 X64 CMOV CPUID XSAVE MMX SSE SSE2 MULTIBYTENOP PAUSE CET_IBT PREFETCHW".split()
# Features as iced-x86 names them, with those that every processor with the feature has.
FEATURES = {
    "SSE2": "", "SSSE3": "SSE3 SSSE3", "SSE41": "SSE3 SSSE3 SSE4_1", "AVX": "SSE3 SSSE3 SSE4_1 SSE4_2 AVX",
    "AVX2": "SSE3 SSSE3 SSE4_1 SSE4_2 AVX AVX2", "BMI1": "BMI1", "BMI2": "BMI2", "XOP": "XOP", "SHA": "SHA", "SHA512": "SHA512",
    "AVX512F": "SSE3 SSSE3 SSE4_1 SSE4_2 AVX AVX2 AVX512F", "AVX512VL": "AVX512VL",
}
NAMES = {v: k for k, v in vars(CpuidFeature).items() if isinstance(v, int)}

def needs(root):
    """The features of iced-x86 that each backend of x86-64 may use."""
    text = open(f"{root}/crates/batch/src/backend.rs").read()
    constants = dict(re.findall(r"^const (\w+): Features = (.*?);", text, re.M))
    table = {}
    for name, words in re.findall(r'^    \w+ "([\w-]+)" needs (?:X86\((.*)\)|Nothing);', text, re.M):
        for _ in range(2):
            for constant, value in constants.items(): words = re.sub(rf"(?<![\w:]){constant}(?!\w)", value, words)
        table[name] = set(BASELINE) | {f for feature in re.findall(r"Features::(\w+)", words) for f in FEATURES[feature].split()}
    return table

def features(raw):
    return {NAMES[f] for f in Decoder(64, raw, ip=0).decode().cpuid_features()}
