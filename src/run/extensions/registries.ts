import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import { inputs } from "../../read/inputs/index.js";
import { registeredEvidence as evidence } from "../../score/evidence/collection-evidence.js";
import { measures } from "../../score/measures/index.js";
import { registeredWriters as writers } from "../../write/registry.js";
import type { Registries } from "./register.js";

/** The lists of definitions of the command and the library. */
export const registries: Registries = { measures, features, inputs, removers, writers, evidence };
