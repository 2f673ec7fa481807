import { secretsOf } from "../../../core/dispatch/secrets/secrets.ts";

/** With what JSON writes in its own way, and with a character of two halves. */
export const SECRET = 'k"9\\ü🔑-zq7';

export const secrets = secretsOf(new Map([["KEY", SECRET]]));

/** The forms in which it must not be found. */
export const FORMS: readonly string[] = [SECRET, JSON.stringify(SECRET).slice(1, -1)];
