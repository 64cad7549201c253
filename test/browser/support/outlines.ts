import type { Page } from 'playwright-core';

/** What WCAG 2.2 (1.4.11) asks of the outline of a field. Axe does not look at it. */
const LEAST_CONTRAST = 3;

/**
 * The fields that cannot be told from what is around them: boxes to type into, and what is ticked, while it is not. Fields
 * that are disabled may be pale.
 */
export function paleFields(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const channels = (color) => {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      return [...pixel.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (color) => {
      const [red, green, blue] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const ground = (element) => {
      const { backgroundColor } = getComputedStyle(element);
      return channels(backgroundColor)[3] === 255 || element.parentElement === null
        ? backgroundColor
        : ground(element.parentElement);
    };
    const switchContrast = (input) => {
      const track = input.parentElement.querySelector('.mantine-Switch-track');
      return contrast(getComputedStyle(track).backgroundColor, ground(track.parentElement));
    };
    const outlineContrast = (field) => {
      const box = field.closest('.mantine-Input-input') ?? field;
      return contrast(getComputedStyle(box).borderTopColor, ground(box.parentElement));
    };
    const fields =
      'input:not([type=hidden], [type=range], .mantine-SegmentedControl-input), select, textarea, .mantine-RadioIndicator-indicator';
    // A select without an outline is a word with an arrow.
    const isWord = (field) => field.tagName === 'SELECT' && getComputedStyle(field).borderTopStyle === 'none';
    return [...document.querySelectorAll(fields)]
      .filter((field) => field.checkVisibility() && !field.matches(':disabled, :checked, [data-checked], [data-indeterminate], :focus'))
      .filter((field) => !isWord(field))
      .filter((field) => (field.role === 'switch' ? switchContrast : outlineContrast)(field) < ${LEAST_CONTRAST})
      .map((field) => field.outerHTML.slice(0, 200));
  })()`);
}
