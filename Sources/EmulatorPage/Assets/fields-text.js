// The fields of a document as JSON, in the encoding of the service: written and read without loss.

import { readJSON } from './json-text.js';

const kinds = {
  nullValue: (value) => value === null || value === 'NULL_VALUE', booleanValue: (value) => typeof value === 'boolean',
  integerValue: (value) => /^-?\d+$/.test(String(value)), doubleValue: (value) => typeof value === 'number' || typeof value === 'string',
  timestampValue: (value) => typeof value === 'string', stringValue: (value) => typeof value === 'string',
  bytesValue: (value) => typeof value === 'string', referenceValue: (value) => typeof value === 'string',
  geoPointValue: isObject, arrayValue: isObject, mapValue: isObject,
};

function isObject(value) { return typeof value === 'object' && value !== null && !Array.isArray(value); }

const asNumbers = (value) => (Object.is(value, -0) ? '-0.0' : value);

/** Values as the emulator reads them: JSON has no negative zero that would survive. */
const writer = (key, value) => (typeof value === 'number' ? asNumbers(value) : value);

export const writeFields = (fields) => JSON.stringify(fields, writer, 2);

/**
 * @throws {Error} says what is wrong with it, and where
 */
export function readFields(text) {
  // Integers beyond 53 bits are taken as they are written.
  const fields = readJSON(text, (key, value, context) => (key === 'integerValue' && typeof value === 'number' ? context?.source ?? String(value) : writer(key, value)));
  if (!isObject(fields)) throw new Error('The fields have to be an object: { "name": { "stringValue": "Ada" } }.');
  for (const [name, value] of Object.entries(fields)) check(value, name);
  return fields;
}

function check(value, path) {
  const names = isObject(value) ? Object.keys(value) : [];
  const [kind] = names;
  if (names.length !== 1 || !Object.hasOwn(kinds, kind)) {
    throw new Error(`${path}: expected an object with one of ${Object.keys(kinds).join(', ')}.`);
  }
  const content = value[kind];
  if (!kinds[kind](content)) throw new Error(`${path}: this is no ${kind}.`);
  if (kind === 'arrayValue') {
    if (content.values !== undefined && !Array.isArray(content.values)) throw new Error(`${path}: the values of an array are a list.`);
    (content.values ?? []).forEach((part, index) => check(part, `${path}[${index}]`));
  }
  if (kind === 'mapValue') {
    if (content.fields !== undefined && !isObject(content.fields)) throw new Error(`${path}: the fields of a map are an object.`);
    for (const [name, part] of Object.entries(content.fields ?? {})) check(part, `${path}.${name}`);
  }
}
