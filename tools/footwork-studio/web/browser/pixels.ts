import type { Page } from "playwright-core";

/** A comparison of two screenshots of the same size. */
export interface Look {
  /** The number of colours in the first screenshot. */
  colours: number;
  /** The fraction of pixels that differ between the two screenshots. */
  differing: number;
}

/** Compares two screenshots, in a tab without the page's Content-Security-Policy. */
export async function compare(page: Page, first: Buffer, second: Buffer): Promise<Look> {
  const tab = await page.context().newPage();
  const texts = [first.toString("base64"), second.toString("base64")] as const;
  const look = await tab.evaluate(async ([first, second]) => {
    const pixelsOf = async (text: string) => {
      const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data;
      return new Uint32Array(data?.buffer ?? new ArrayBuffer(0));
    };
    const [a, b] = [await pixelsOf(first), await pixelsOf(second)];
    return {
      colours: new Set(a).size,
      differing: a.filter((pixel, at) => pixel !== b[at]).length / a.length,
    };
  }, texts);
  await tab.close();
  return look;
}

/** Returns the fraction of pixels in a screenshot whose hue is close to that of a colour, at any brightness. */
export async function shareOf(
  page: Page,
  shot: Buffer,
  colour: readonly [number, number, number],
): Promise<number> {
  const tab = await page.context().newPage();
  const share = await tab.evaluate(
    async ([text, colour]) => {
      const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      let near = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
        const most = Math.max(red, green, blue, 1);
        const off = Math.max(
          Math.abs(red / most - colour[0]),
          Math.abs(green / most - colour[1]),
          Math.abs(blue / most - colour[2]),
        );
        if (most > 60 && off < 0.3) near += 1;
      }
      return near / (data.length / 4);
    },
    [shot.toString("base64"), colour] as const,
  );
  await tab.close();
  return share;
}
