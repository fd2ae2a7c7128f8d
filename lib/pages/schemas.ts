/** The schema of paths below `/admin`. Build files are below `assets/`; every other path is a screen of the app. */

import * as z from 'zod'

const assetName = /^assets\/(?:[\w-]+\.)+(?:js|css|svg)$/

export const FileParams = z.object({
  file: z.string().refine(path => !path.startsWith('assets/') || assetName.test(path)),
})
