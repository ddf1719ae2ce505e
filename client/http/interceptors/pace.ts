import type { Dispatcher } from "undici";
import type { Permit, RateBudget } from "../rate/rate-budget";
import { fail, tap } from "./tap";

/** Holds each request until the budget lets it go, and reports every response to the budget. */
export function pace(budget: RateBudget): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const { signal } = options as Dispatcher.RequestOptions;
    const send = (permit: Permit) => {
      try {
        dispatch(
          options,
          tap(handler, {
            onResponseStart: (status, headers) => permit.responded(status, headers),
            onResponseError: (error) => {
              permit.failed();
              return error;
            },
          }),
        );
      } catch (error) {
        permit.failed();
        fail(handler, error);
      }
    };
    budget.acquire(signal instanceof AbortSignal ? signal : undefined).then(send, (error) => fail(handler, error));
    return true;
  };
}
