/** The paths below `/admin`: files of the build are in `assets`, and every other path is a screen. */

import * as z from 'zod'

const assetName = /^assets\/(?:[\w-]+\.)+(?:js|css|svg)$/

export const FileParams = z.object({
  file: z.string().refine(path => !path.startsWith('assets/') || assetName.test(path)),
})
