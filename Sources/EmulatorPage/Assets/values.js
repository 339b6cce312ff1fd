// Values of documents: as they are shown, and as they are read again when somebody has edited them.

export const types = ['string', 'number', 'boolean', 'null', 'timestamp', 'map', 'array', 'geopoint', 'reference', 'bytes', 'vector'];

const isDouble = (value) => value !== null && typeof value === 'object' && 'doubleValue' in value;

/** A map that stands for a vector; one that only looks like it stays a map. */
function isVector(value) {
  const fields = value.mapValue?.fields;
  return fields?.__type__?.stringValue === '__vector__' && Object.keys(fields).length === 2
    && fields.value?.arrayValue !== undefined && (fields.value.arrayValue.values ?? []).every(isDouble);
}

export function typeOf(value) {
  const [kind] = Object.keys(value);
  switch (kind) {
    case 'integerValue': case 'doubleValue': return 'number';
    case 'geoPointValue': return 'geopoint';
    case 'mapValue': return isVector(value) ? 'vector' : 'map';
    default: return kind.replace('Value', '');
  }
}

const longest = 500;

/** One line, for lists. */
export function textOf(value) {
  switch (typeOf(value)) {
    case 'string': return JSON.stringify(value.stringValue.length > longest ? `${value.stringValue.slice(0, longest)}…` : value.stringValue);
    case 'number': return value.integerValue === undefined ? doubleText(value.doubleValue) : String(value.integerValue);
    case 'boolean': return String(value.booleanValue);
    case 'null': return 'null';
    case 'timestamp': return value.timestampValue;
    case 'map': return `{${summaryOf(value.mapValue.fields ?? {})}}`;
    case 'array': {
      const elements = value.arrayValue.values ?? [];
      return `[${elements.slice(0, 20).map(textOf).join(', ')}${elements.length > 20 ? ', …' : ''}]`;
    }
    case 'geopoint': return `${plain(value.geoPointValue.latitude ?? 0)}, ${plain(value.geoPointValue.longitude ?? 0)}`;
    case 'reference': return value.referenceValue.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '');
    case 'bytes': return value.bytesValue.length > longest ? `${value.bytesValue.slice(0, longest)}…` : value.bytesValue;
    case 'vector': return `[${components(value).slice(0, 8).map(plain).join(', ')}${components(value).length > 8 ? ', …' : ''}]`;
    default: return JSON.stringify(value);
  }
}

/** Digits that read back as the same number. */
const plain = (value) => (Object.is(value, -0) ? '-0' : String(value));

/** The same, and never an integer, which is another type. */
const doubleText = (value) => (/^-?\d+$/.test(plain(value)) ? `${plain(value)}.0` : plain(value));

/** As the emulator reads it: JSON has neither infinities nor, here, a negative zero. */
const double = (value) => ({ doubleValue: coordinate(value) });
const coordinate = (value) => (Number.isFinite(value) && !Object.is(value, -0) ? value : doubleText(value));

const components = (value) => (value.mapValue.fields.value.arrayValue.values ?? []).map((part) => Number(part.doubleValue));

/** A name in a line: one that looks like another one, or like nothing, is quoted. */
export function nameText(name) {
  const isPlain = name !== '' && name.trim() === name && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}/u.test(name);
  return isPlain ? name : JSON.stringify(name).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u00a0]/gu, (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, '0')}`);
}

export function summaryOf(fields, isCut = false) {
  const all = Object.entries(fields);
  const parts = all.slice(0, 12).map(([name, value]) => `${nameText(name)}: ${textOf(value)}`);
  if (isCut || all.length > parts.length) parts.push('…');
  const text = parts.join(', ');
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** What a field that is edited as text begins with. */
export function draftOf(value, page) {
  switch (typeOf(value)) {
    case 'string': return value.stringValue;
    // Of this database as a path, as it is typed; `read` knows both forms.
    case 'reference': return page && value.referenceValue.startsWith(`${page.databaseName()}/documents/`) ? textOf(value) : value.referenceValue;
    case 'bytes': return value.bytesValue;
    case 'vector': return components(value).map(plain).join(', ');
    default: return textOf(value);
  }
}

/**
 * Reads what somebody has typed.
 * @throws {Error} says what is wrong with it
 */
export function read(type, text, page) {
  const trimmed = text.trim();
  switch (type) {
    case 'string': return { stringValue: text };
    case 'number': return readNumber(trimmed);
    case 'boolean':
      if (trimmed !== 'true' && trimmed !== 'false') throw new Error('true or false');
      return { booleanValue: trimmed === 'true' };
    case 'null': return { nullValue: null };
    case 'timestamp': {
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(trimmed) || !isDay(trimmed)) throw new Error('a time, as in 2026-03-31T12:00:00Z');
      return { timestampValue: trimmed };
    }
    case 'geopoint': {
      const parts = trimmed.split(',').map((part) => part.trim());
      if (parts.length !== 2 || !parts.every(isDecimal)) throw new Error('latitude, longitude');
      const [latitude, longitude] = parts.map((part) => coordinate(Number(part)));
      return { geoPointValue: { latitude, longitude } };
    }
    case 'reference':
      if (!trimmed.startsWith('projects/') && (trimmed.split('/').length % 2 || trimmed.split('/').includes(''))) throw new Error('the path of a document, as in users/ada');
      return { referenceValue: trimmed.startsWith('projects/') ? trimmed : `${page.databaseName()}/documents/${trimmed}` };
    case 'bytes':
      if (!isBase64(trimmed)) throw new Error('bytes in Base64');
      return { bytesValue: trimmed };
    case 'vector': {
      const parts = trimmed.split(/[\s,]+/).filter(Boolean);
      if (!parts.every((part) => isDecimal(part) || isSpecial(part))) throw new Error('numbers with commas between them');
      return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: parts.map((part) => double(Number(part))) } } } } };
    }
    default: throw new Error(`no value of type ${type}`);
  }
}

/** Whether the month has the day. */
function isDay(text) {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whole bytes, in either alphabet: letters that say more, or less, would be read as something else. */
function isBase64(text) {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return btoa(atob(plain)).replace(/=+$/, '') === plain.replace(/=+$/, '');
  } catch { return false; }
}

const isDecimal = (text) => /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
const isSpecial = (text) => ['NaN', 'Infinity', '-Infinity'].includes(text);
const range = 2n ** 63n;

function readNumber(text) {
  if (/^[+-]?\d+$/.test(text)) {
    const number = BigInt(text.replace('+', ''));
    if (number < -range || number >= range) throw new Error('an integer of 64 bits, or a number with a point');
    return { integerValue: String(number) };
  }
  if (isSpecial(text)) return { doubleValue: text };
  if (!isDecimal(text)) throw new Error('a number');
  return double(Number(text));
}

/** A value of a type that somebody has just chosen. */
export function initial(type) {
  switch (type) {
    case 'string': return { stringValue: '' };
    case 'number': return { integerValue: '0' };
    case 'boolean': return { booleanValue: false };
    case 'null': return { nullValue: null };
    case 'timestamp': return { timestampValue: new Date().toISOString() };
    case 'map': return { mapValue: { fields: {} } };
    case 'array': return { arrayValue: { values: [] } };
    case 'geopoint': return { geoPointValue: { latitude: 0, longitude: 0 } };
    case 'reference': return { referenceValue: '' };
    case 'bytes': return { bytesValue: '' };
    default: return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: [{ doubleValue: 0 }] } } } } };
  }
}
