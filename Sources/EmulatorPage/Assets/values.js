// Values of documents: as they are shown, and as they are read again when somebody has edited them.

export const types = ['string', 'number', 'boolean', 'null', 'timestamp', 'map', 'array', 'geopoint', 'reference', 'bytes', 'vector'];

const isVector = (value) => value.mapValue?.fields?.__type__?.stringValue === '__vector__';

export function typeOf(value) {
  const [kind] = Object.keys(value);
  switch (kind) {
    case 'integerValue': case 'doubleValue': return 'number';
    case 'geoPointValue': return 'geopoint';
    case 'mapValue': return isVector(value) ? 'vector' : 'map';
    default: return kind.replace('Value', '');
  }
}

/** One line, for lists. */
export function textOf(value) {
  switch (typeOf(value)) {
    case 'string': return JSON.stringify(value.stringValue);
    case 'number': return String(value.integerValue ?? numberText(value.doubleValue));
    case 'boolean': return String(value.booleanValue);
    case 'null': return 'null';
    case 'timestamp': return value.timestampValue;
    case 'map': return `{${summaryOf(value.mapValue.fields ?? {})}}`;
    case 'array': return `[${(value.arrayValue.values ?? []).slice(0, 20).map(textOf).join(', ')}]`;
    case 'geopoint': return `${value.geoPointValue.latitude ?? 0}, ${value.geoPointValue.longitude ?? 0}`;
    case 'reference': return value.referenceValue.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '');
    case 'bytes': return value.bytesValue;
    case 'vector': return `[${components(value).slice(0, 8).join(', ')}${components(value).length > 8 ? ', …' : ''}]`;
    default: return JSON.stringify(value);
  }
}

const numberText = (value) => (Number.isInteger(value) ? `${value}.0` : String(value));

export const components = (value) => (value.mapValue.fields.value?.arrayValue?.values ?? []).map((part) => Number(part.doubleValue ?? part.integerValue));

export function summaryOf(fields) {
  const parts = Object.entries(fields).slice(0, 12).map(([name, value]) => `${name}: ${textOf(value)}`);
  const text = parts.join(', ');
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** What a field that is edited as text begins with. */
export function draftOf(value, page) {
  switch (typeOf(value)) {
    case 'string': return value.stringValue;
    // Of this database as a path, as it is typed; `read` knows both forms.
    case 'reference': return page && value.referenceValue.startsWith(`${page.databaseName()}/documents/`) ? textOf(value) : value.referenceValue;
    case 'vector': return components(value).join(', ');
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
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(trimmed)) throw new Error('a time, as in 2026-03-31T12:00:00Z');
      return { timestampValue: trimmed };
    }
    case 'geopoint': {
      const found = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(trimmed);
      if (!found) throw new Error('latitude, longitude');
      return { geoPointValue: { latitude: Number(found[1]), longitude: Number(found[2]) } };
    }
    case 'reference': return { referenceValue: trimmed.startsWith('projects/') ? trimmed : `${page.databaseName()}/documents/${trimmed}` };
    case 'bytes':
      if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(trimmed)) throw new Error('bytes in Base64');
      return { bytesValue: trimmed };
    case 'vector': {
      const parts = trimmed.split(/[\s,]+/).filter(Boolean).map(Number);
      if (!parts.length || parts.some(Number.isNaN)) throw new Error('numbers with commas between them');
      return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: parts.map((part) => ({ doubleValue: part })) } } } } };
    }
    default: throw new Error(`no value of type ${type}`);
  }
}

function readNumber(text) {
  if (/^-?\d+$/.test(text)) return { integerValue: text };
  if (['NaN', 'Infinity', '-Infinity'].includes(text)) return { doubleValue: text };
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new Error('a number');
  return { doubleValue: value };
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
