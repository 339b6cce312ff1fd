// Figures and times as the terminal writes them.

const whole = new Intl.NumberFormat('en-US');

export const count = (number) => whole.format(number ?? 0);

/** `1 read`, `2 reads` */
export const counted = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** `12:00:01`, in UTC as in the terminal. */
export const clock = (time) => (time ?? '').slice(11, 19);

export function milliseconds(value) {
  if (value === undefined || value === null) return '';
  if (value < 10) return value.toFixed(1);
  return count(Math.round(value));
}

export function bytes(value) {
  if (!value) return '0 B';
  const units = ['B', 'KB', 'MB', 'GB'];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** What costs something never looks as if it were free. */
export const money = (text) => (/^\D*0\.0+\D*$/.test(text ?? '') && /\.0{3,}/.test(text) ? `<${text.replace(/0(\D*)$/, '1$1')}` : text);

/** How long ago, in words. */
export function duration(seconds) {
  if (seconds < 90) return counted(Math.max(0, Math.round(seconds)), 'second');
  if (seconds < 5400) return counted(Math.round(seconds / 60), 'minute');
  return `${(seconds / 3600).toFixed(1)} hours`;
}

/** Without its folders. */
export const fileName = (path) => path.split('/').pop();

/** `get`, or more than one text in one line. */
export const list = (texts) => (texts ?? []).join(' + ');
