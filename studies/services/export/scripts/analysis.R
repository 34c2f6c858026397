# The primary table of the study, from the tables beside this file, and a mixed model.
#
#   Rscript analysis.R [FOLDER] [OUT.csv]
#
# The unit is the participant. Arms are compared with the reference arm by a robust t: as
# they are (Welch's t) and given the prequiz (ANCOVA). Its p comes from shuffling the arms
# of places within their allocation blocks, people following their place; Holm's correction
# is over the comparisons with the reference. The interval holds every shift that the same
# shuffles do not reject. The model needs lme4.

N_DRAWS <- 9999
MOST_ENUMERATED <- 10000
PER_CHUNK <- 1000
LEVEL <- 0.05
TIE <- 1e-9
# Below them a sum of squares, a difference or a variance is rounding.
NOTHING <- 1e-9
NO_DIFFERENCE <- 1e-11
NO_VARIANCE <- 1e-13
TOO_FEW <- "too few people to test"

arguments <- commandArgs(trailingOnly = TRUE)
own_file <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
folder <- if (length(arguments) >= 1) arguments[1] else dirname(own_file)

read_table <- function(name) {
  path <- file.path(folder, "data", sprintf("description-%s_data.csv", name))
  words <- c(participant = "character", arm = "character")
  header <- names(read.csv(path, nrows = 1, check.names = FALSE))
  read.csv(path, na.strings = "", encoding = "UTF-8", stringsAsFactors = FALSE,
           colClasses = words[names(words) %in% header])
}

study <- read_table("study")
arms <- read_table("arms")
places <- read_table("allocation")
places <- places[order(places$block, places$place), ]
sessions <- read_table("sessions")
concepts <- read_table("concepts")
exclusions <- read_table("exclusions")
regradings <- read_table("regradings")
reference <- arms$arm[arms$is_reference == 1]

answered <- concepts[!is.na(concepts$pre) & !is.na(concepts$post), ]
analysed <- sessions[sessions$is_analysed == 1, ]
if (nrow(analysed) == 0) stop("Nobody has come through the postquiz.")

# Whom the last decision excludes of those made before outcomes could be seen.
blind <- exclusions[exclusions$after_unlocking %in% 0, ]
last <- blind[!duplicated(blind$participant, fromLast = TRUE), ]
excluded <- last$participant[last$excludes == 1]

# The same answers by the verdicts of a regrading.
grade_again <- function(number) {
  again <- answered
  own <- regradings[regradings$regrading == number, ]
  for (phase in c("prequiz", "postquiz")) {
    column <- if (phase == "prequiz") "pre" else "post"
    verdicts <- own[own$phase == phase, ]
    at <- match(paste(again$participant, again$position),
                paste(verdicts$participant, verdicts$position))
    again[[column]][!is.na(at)] <- verdicts$regraded[at[!is.na(at)]]
  }
  again
}

measure <- function(pairs) {
  learnt <- sum(pairs$pre == 0 & pairs$post == 1)
  if (study$primary_outcome == "learnt") {
    unknown <- sum(pairs$pre == 0)
    return(if (unknown == 0) NA else learnt / unknown)
  }
  if (study$primary_outcome == "gained") return(learnt / nrow(pairs))
  mean(pairs$post - pairs$pre)
}

people_of <- function(pairs) {
  own <- split(pairs, pairs$participant)[analysed$participant]
  data.frame(analysed[c("participant", "arm", "place")],
             value = sapply(own, measure), prequiz = sapply(own, function(x) mean(x$pre)))
}

make_basis <- function(given) {
  constant <- rep(1 / sqrt(length(given)), length(given))
  centred <- given - mean(given)
  size <- sqrt(sum(centred^2))
  if (size <= NOTHING) cbind(constant) else cbind(constant, centred / size)
}

# What of the rows of `values` the basis does not explain.
beside <- function(values, basis) values - (values %*% basis) %*% t(basis)

# Of each row of labels the arm's coefficient and its HC2 variance, where d times `own` is
# added to `base`: level, slope, and the variance by powers of d.
fit <- function(labels, base, own, basis) {
  n <- ncol(labels)
  arm <- beside(labels, basis)
  size <- rowSums(arm^2)
  enough <- pmin(rowSums(labels), n - rowSums(labels)) >= 2 & size > NOTHING
  size[!enough] <- 1
  free <- rep(1 - rowSums(basis^2), each = nrow(arm)) - arm^2 / size
  weight <- ifelse(free > NOTHING, (arm / size)^2 / pmax(free, NOTHING), 0)
  level <- drop(arm %*% base) / size
  slope <- drop(arm %*% own) / size
  left <- rep(base, each = nrow(arm)) - level * arm
  turned <- rep(own, each = nrow(arm)) - slope * arm
  cbind(level, slope, rowSums(weight * left^2), rowSums(weight * left * turned),
        rowSums(weight * turned^2)) * enough
}

# 0 where nothing differs at all, infinite where only the arms do.
studentise <- function(fitted, distance, spread) {
  scale <- spread + distance^2
  top <- fitted[, 1] + distance * fitted[, 2]
  top[abs(top) <= NO_DIFFERENCE * sqrt(scale)] <- 0
  variance <- fitted[, 3] + distance * (2 * fitted[, 4] + distance * fitted[, 5])
  none <- variance <= NO_VARIANCE * scale
  ifelse(none, ifelse(top == 0, 0, sign(top) * Inf), top / sqrt(ifelse(none, 1, variance)))
}

# Equal ones differ by rounding.
is_extreme <- function(t, observed) {
  if (is.infinite(observed)) return(is.infinite(t))
  abs(t) >= abs(observed) - TIE * max(1, abs(observed))
}

enumerate <- function(blocks, is_first) {
  labels <- list(rep(FALSE, length(blocks)))
  for (block in unique(blocks)) {
    at <- which(blocks == block)
    ways <- combn(length(at), sum(is_first[at]), simplify = FALSE)
    labels <- unlist(lapply(labels, function(before) lapply(ways, function(way) {
      before[at[way]] <- TRUE
      before
    })), recursive = FALSE)
  }
  do.call(rbind, labels)
}

# Places stand block by block, and no number of a block reaches the next.
draw <- function(n, blocks, is_first) {
  size <- length(blocks)
  # All draws in one order: each keeps its own row.
  at <- order(rep(seq_len(n), each = size), blocks + runif(n * size))
  matrix(is_first[(at - 1) %% size + 1], nrow = n, byrow = TRUE)
}

# How far from the difference, on one side, shifts are not rejected.
find_edge <- function(p_at, side, difference, step) {
  inside <- 0
  outside <- Inf
  to_zero <- side * difference
  # No difference at all comes first: the interval never contradicts p.
  if (to_zero > 0) {
    if (p_at(difference) <= LEVEL) outside <- to_zero else inside <- to_zero
  }
  for (doubling in 1:100) {
    if (is.finite(outside)) break
    if (p_at(side * (inside + step)) <= LEVEL) {
      outside <- inside + step
    } else {
      inside <- inside + step
      step <- 2 * step
    }
  }
  if (is.infinite(outside)) return(Inf)
  for (halving in 1:60) {
    middle <- (inside + outside) / 2
    if (p_at(side * middle) <= LEVEL) outside <- middle else inside <- middle
  }
  inside
}

compare_two <- function(own, arm, test) {
  none <- list(difference = NA, low = NA, high = NA, t = 0, p = NA, n_draws = 0,
               note = TOO_FEW)
  pool <- places[places$arm %in% c(arm, reference), ]
  own <- own[own$arm %in% c(arm, reference) & own$place %in% pool$place, ]
  # A block that holds nobody moves nobody, and would only repeat every shuffle.
  pool <- pool[pool$block %in% pool$block[pool$place %in% own$place], ]
  at_place <- match(own$place, pool$place)
  is_first <- pool$arm == arm
  first <- is_first[at_place]
  if (nrow(own) == 0) return(none)
  basis <- make_basis(if (test == "ancova") own$prequiz else rep(0, nrow(own)))
  own_arm <- drop(beside(rbind(as.numeric(first)), basis))
  values <- drop(beside(rbind(own$value), basis))
  size <- sum(own_arm^2)
  none$difference <- difference <- if (size > NOTHING) sum(own_arm * values) / size else NA
  if (min(sum(first), sum(!first)) < 2 || is.na(difference)) return(none)
  base <- values - difference * own_arm
  spread <- mean(base^2)
  members <- split(is_first, pool$block)
  n_shuffles <- prod(sapply(members, function(own) choose(length(own), sum(own))))
  is_exact <- n_shuffles <= MOST_ENUMERATED
  chunks <- if (is_exact) 0 else diff(c(seq(0, N_DRAWS - 1, PER_CHUNK), N_DRAWS))
  n_alike <- 0
  fitted <- do.call(rbind, lapply(chunks, function(n) {
    labels <- if (is_exact) enumerate(pool$block, is_first) else draw(n, pool$block, is_first)
    labels <- labels[, at_place, drop = FALSE]
    moved <- rowSums(labels != rep(first, each = nrow(labels)))
    n_alike <<- n_alike + sum(moved %in% c(0, length(first)))
    fit(labels + 0, base, own_arm, basis)
  }))
  share <- function(reached) {
    if (is_exact) reached / nrow(fitted) else (1 + reached) / (1 + nrow(fitted))
  }
  observed <- fit(rbind(first + 0), base, own_arm, basis)
  p_at <- function(distance) {
    t <- studentise(observed, distance, spread)
    share(sum(is_extreme(studentise(fitted, distance, spread), t)))
  }
  none$t <- unname(studentise(observed, difference, spread))
  none$n_draws <- if (is_exact) 0 else N_DRAWS
  if (share(n_alike) > LEVEL) return(none)
  step <- 2 * sqrt(observed[1, 3])
  if (step == 0) step <- max(abs(difference), 1e-6)
  modifyList(none, list(
    low = unname(difference - find_edge(p_at, 1, difference, step)),
    high = unname(difference + find_edge(p_at, -1, difference, step)),
    p = p_at(difference), note = ""
  ))
}

compare <- function(own, test, grading, population) {
  defined <- own[!is.na(own$value), ]
  rows <- do.call(rbind, lapply(arms$arm, function(arm) {
    values <- own$value[own$arm == arm]
    row <- data.frame(
      test = test, is_primary = as.integer(test == study$primary_test && population == "main"),
      grading = grading, population = population, arm = arm, n = sum(!is.na(values)),
      n_undefined = sum(is.na(values)), mean = mean(values, na.rm = TRUE), difference = NA,
      low = NA, high = NA, t = NA, p = NA, n_draws = NA, p_holm = NA, note = ""
    )
    if (arm != reference) {
      found <- compare_two(defined, arm, test)
      row[names(found)] <- found
    }
    row
  }))
  others <- rows$arm != reference
  # What could not be tested does not count.
  rows$p_holm[others] <- p.adjust(rows$p[others], method = "holm")
  rows
}

set.seed(strtoi(substr(paste0("0", study$fingerprint), 1, 7), base = 16))
people <- people_of(answered)
kept <- people[!people$participant %in% excluded, ]
table <- rbind(
  compare(kept, study$primary_test, "as graded", "main"),
  compare(people, study$primary_test, "as graded", "with those excluded"),
  compare(kept, setdiff(c("welch", "ancova"), study$primary_test), "as graded", "main")
)
for (number in sort(unique(regradings$regrading))) {
  again <- people_of(grade_again(number))
  again <- again[!again$participant %in% excluded, ]
  table <- rbind(table, compare(again, study$primary_test, paste("regrading", number), "main"))
}
cat(sprintf("Primary outcome: %s. Reference arm: %s.\n", study$primary_outcome, reference))
print(table, digits = 4, row.names = FALSE)
if (length(arguments) >= 2) {
  exact <- table
  numbers <- sapply(exact, is.double)
  exact[numbers] <- lapply(exact[numbers], function(column)
    ifelse(is.na(column), NA, format(column, digits = 17, trim = TRUE)))
  write.csv(exact, arguments[2], row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

# Of the concepts wrong at prequiz, which are right at postquiz. The likelihood-ratio
# test: Wald's z alarms twice as often with few people.
cat("\nMixed model over concepts wrong at prequiz\n")
if (!requireNamespace("lme4", quietly = TRUE)) {
  cat("lme4 is not installed.\n")
} else {
  pairs <- answered[answered$participant %in% kept$participant, ]
  pairs$arm <- relevel(factor(pairs$arm), ref = reference)
  fitted <- tryCatch({
    full <- lme4::glmer(post ~ arm + (1 | participant) + (1 | concept), data = pairs,
                        subset = pre == 0, family = binomial)
    list(full = full, null = update(full, . ~ . - arm))
  }, error = function(problem) {
    cat("The model cannot be fitted:", conditionMessage(problem), "\n")
    NULL
  })
  if (!is.null(fitted)) {
    cat(sprintf("%d people, %d pairs\n", lme4::ngrps(fitted$full)[["participant"]],
                nobs(fitted$full)))
    print(round(summary(fitted$full)$coefficients[, 1:2], 4))
    ratio <- anova(fitted$null, fitted$full)
    cat(sprintf("Likelihood-ratio test of the arm: chi-square = %.4f, df = %d, p = %.4f\n",
                ratio$Chisq[2], ratio$Df[2], ratio[["Pr(>Chisq)"]][2]))
  }
}
