/** Returns a duration as text: `14:32`, `1:05:00`, and `3 d 4:05:06`. */
export function countdownText(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  const time = days > 0 || hours > 0 ? `${hours}:${rest}` : rest;
  return days > 0 ? `${days} d ${time}` : time;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
