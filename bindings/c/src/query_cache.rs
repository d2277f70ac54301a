//! A cache of query results with a limit on its memory.

use footwork::tags::QueryCache;

use crate::door::{Buffer, call, out};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::query::{QUERIES, fw_query, fw_range, ranges_of};

static CACHES: Table<QueryCache> = Table::new(Kind::Cache);

/// A cache of the results of queries. The queries may be of any number of databases. Queries with the same meaning share a
/// result. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_query_cache {
    /// 0 is null.
    pub handle: u64,
}

/// Makes a cache whose results take at most `max_bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_cache_create(
    max_bytes: usize,
    cache: *mut fw_query_cache,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let cache = out(cache, "cache")?;
        cache.write(fw_query_cache {
            handle: CACHES.insert(QueryCache::new(max_bytes))?,
        });
    })
}

/// Destroys a cache.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_cache_destroy(
    cache: fw_query_cache,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CACHES.remove(cache.handle)?;
    })
}

/// Writes the same ranges as `fw_query_ranges`, from the cache if it has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_query_cache_ranges(
    cache: fw_query_cache,
    query: fw_query,
    ranges: *mut fw_range,
    ranges_capacity: usize,
    ranges_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(ranges, ranges_capacity, ranges_count, "ranges")?;
        let mut cache = CACHES.take(cache.handle)?;
        let asked = QUERIES.take(query.handle)?;
        let answer = cache.answer(&asked.database, &asked.bound);
        let answer = answer.map_err(|stale| Fault::new(fw_status::FW_PANIC, stale.to_string()))?;
        let of_clip = |(clip, ranges)| ranges_of(clip, ranges);
        room.fill(answer.range_count(), answer.iter().flat_map(of_clip))?;
    })
}
