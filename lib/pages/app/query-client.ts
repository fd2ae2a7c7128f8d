/** The cache of replies, which is the only state of the pages beside the URL and forms. */

import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      /** The client of the API already repeats requests after temporary failures. */
      retry: false,
      staleTime: 10_000,
      /** A change is sent with the ETag of the object that was shown, which the client finds by the object's identity. */
      structuralSharing: false,
    },
  },
})
