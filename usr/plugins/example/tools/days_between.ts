import { Failed, InvalidArgs, Response, defineTool } from "pegboard";
import { z } from "zod";
import { WEEKDAYS, parseDay, weekdayOf, workingDays } from "../lib/dates.ts";

const SETTINGS = z.object({ weekend: z.array(z.enum(WEEKDAYS)).default(["saturday", "sunday"]) });

export default defineTool({
  description:
    "Counts the days from one date to another: days, weeks, working days, and both weekdays.",
  args: z.strictObject({
    from: z.string().describe("The first date, YYYY-MM-DD"),
    to: z.string().describe("The last date, YYYY-MM-DD; may lie before the first"),
  }),
  // Only computes, so it runs unasked.
  risk: "read",
  execute({ from, to }, { settings }) {
    const first = dayOf(from, "from");
    const last = dayOf(to, "to");
    const set = SETTINGS.safeParse(settings);
    if (!set.success) {
      // A tool says what is wrong in words that help whoever can mend it; here that is a person.
      throw new Failed(
        `\`weekend\` in usr/plugins/example/settings.yaml must be a list of days, of ${WEEKDAYS.join(", ")}.`,
      );
    }
    const days = last - first;
    const [earlier, later] = days < 0 ? [last, first] : [first, last];
    const working = workingDays(earlier, later, new Set(set.data.weekend));
    const message = [
      `From ${weekdayOf(first)}, ${from}, to ${weekdayOf(last)}, ${to}:`,
      `${days} days (${Math.trunc(days / 7)} weeks and ${days % 7} days), ${working} of them working days.`,
      "The first day counts, the last does not.",
    ].join("\n");
    return new Response({ message, additional: { days, working_days: working } });
  },
});

function dayOf(text: string, field: string): number {
  const day = parseDay(text);
  if (day === null) {
    throw new InvalidArgs(`There is no day ${JSON.stringify(text)}. Write it as 2026-12-24.`, [
      field,
    ]);
  }
  return day;
}
