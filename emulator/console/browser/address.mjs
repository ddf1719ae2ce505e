/**
 * What the page shows, from its address: `#/pods?search=web`, `#/pods/ID` for one item, or `#/endpoints/ID/WORKER` for an endpoint
 * with the log of one worker.
 * @typedef {object} Address
 * @property {string} view the overview, the controls, or a kind
 * @property {string} [id] an item of the kind
 * @property {string} [worker] a worker of the endpoint
 * @property {string} search
 * @property {string} state
 * @property {number} limit largest number of rows
 */

export const firstLimit = 100;

/** @returns {Address} */
export function currentAddress() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", id, worker] = path.split("/").map(decodeURIComponent);
  const fields = new URLSearchParams(query);
  const limit = Number(fields.get("limit") ?? firstLimit);
  return {
    view: view === "" ? "overview" : view,
    ...(id ? { id } : {}),
    ...(worker ? { worker } : {}),
    search: fields.get("search") ?? "",
    state: fields.get("state") ?? "",
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, 5_000) : firstLimit,
  };
}

/** @param {Partial<Address>} address */
export function hashOf({ view = "overview", id, worker, ...rest }) {
  const parts = [view === "overview" ? "" : view, id, worker].filter((part) => part !== undefined);
  const path = parts.map(encodeURIComponent).join("/");
  const query = queryOf(rest).toString();
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}

/**
 * Returns the fields that differ from their defaults.
 * @param {Partial<Address>} address
 */
export function queryOf({ view, id, search, state, limit }) {
  const query = new URLSearchParams();
  if (view !== undefined) query.set("view", view);
  if (id !== undefined) query.set("id", id);
  if (search) query.set("search", search);
  if (state) query.set("state", state);
  if (limit !== undefined && limit !== firstLimit) query.set("limit", String(limit));
  return query;
}
