export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

const DAY = 86_400_000;

/** Days since 1970 of a date `YYYY-MM-DD`, or null when there is no such day. No time zone takes part in it. */
export function parseDay(text: string): number | null {
  const { year, month, day } =
    /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/.exec(text)?.groups ?? {};
  // Of years below 100, Date.UTC would make 19xx.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists ? date.getTime() / DAY : null;
}

/** @param day - days since 1970, which was a Thursday */
export function weekdayOf(day: number): Weekday {
  return WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? "sunday";
}

/** Working days from `from` on and before `to`: the way one counts how many of them are left. */
export function workingDays(from: number, to: number, weekend: ReadonlySet<Weekday>): number {
  const perWeek = WEEKDAYS.filter((weekday) => !weekend.has(weekday)).length;
  const weeks = Math.floor((to - from) / 7);
  let days = weeks * perWeek;
  for (let day = from + weeks * 7; day < to; day += 1) {
    if (!weekend.has(weekdayOf(day))) days += 1;
  }
  return days;
}
