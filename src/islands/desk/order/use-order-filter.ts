import { useEffect, useState } from "react";
import { FILTERS, type Filter, loadOrders } from "../../../stores/desk/order.ts";

/** The filter in the address. A change loads the orders again. */
export function useOrderFilter() {
  const [filter, setFilter] = useState<Filter>(readAddress);
  const [timesBack, setTimesBack] = useState(0);
  useEffect(() => void loadOrders(filter), [filter]);
  useEffect(() => {
    const onBack = () => {
      setFilter(readAddress());
      setTimesBack((times) => times + 1);
    };
    addEventListener("popstate", onBack);
    return () => {
      removeEventListener("popstate", onBack);
    };
  }, []);
  const choose = (name: keyof Filter, value: string) => {
    const { [name]: _, ...rest } = filter;
    const others = Object.fromEntries(
      Object.entries(rest).filter(([other]) => !(CLASHES[name] ?? []).includes(other)),
    );
    const next: Filter = value === "" ? others : { ...others, [name]: value };
    const query = new URLSearchParams(next).toString();
    history.pushState(null, "", query === "" ? location.pathname : `?${query}`);
    setFilter(next);
  };
  return { filter, choose, timesBack };
}

/** Filters that exclude each other: choosing one removes the others. */
const CLASHES: Partial<Record<keyof Filter, readonly string[]>> = {
  day: ["from", "to"],
  from: ["day"],
  to: ["day"],
};

function readAddress(): Filter {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
